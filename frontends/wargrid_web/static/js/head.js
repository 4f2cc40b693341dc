// What stands above every screen of the lobby: where one can go, the language and the theme.
import {h} from './dom.js';
import {choose, language, say} from './settings.js';

const PLACES = {'/': 'page.lobby', '/mine': 'page.mine', '/learn': 'page.learn'};

/** @returns {HTMLElement} */
export function head() {
  const dark = document.documentElement.dataset.theme === 'dark', other = language() === 'fr' ? 'en' : 'fr';
  return h('header', {class: 'row masthead'},
    h('a', {href: '/', class: 'name'}, 'Wargrid'),
    h('nav', {class: 'row', 'aria-label': say('page.lobby.menu')}, Object.entries(PLACES).map(([path, key]) => (
      h('a', {href: path, 'aria-current': location.pathname === path ? 'page' : undefined}, say(key))))),
    h('span', {class: 'row end'},
      h('button', {lang: other, onclick: () => choose({language: other})}, say('page.lobby.language')),
      h('button', {onclick: (/** @type {Event} */ event) => {
        choose({theme: dark ? 'light' : 'dark'});
        /** @type {Element} */ (event.target).closest('header')?.replaceWith(head());
      }}, say(`page.lobby.theme.${dark ? 'light' : 'dark'}`))));
}
