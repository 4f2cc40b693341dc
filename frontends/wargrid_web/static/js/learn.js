// The guided games: which there are.
import {shown} from './api.js';
import {fill, h} from './dom.js';
import {head} from './head.js';
import {boardPicture, learn} from './lobby.js';
import {say} from './settings.js';

/** @param {HTMLElement} main */
export function show(main) {
  const place = h('div', {}, say('page.wait')), trouble = h('p', {class: 'bad', role: 'alert'});
  document.title = `${say('page.learn')} – Wargrid`;
  main.className = 'page lobby';
  fill(main, head(), h('h1', {}, say('page.learn')), h('p', {}, say('page.learn.about')), trouble, place);
  shown(place, '/api/games', found => h('ul', {class: 'tiles'},
    found.filter((/** @type {any} */ each) => each.guided).map((/** @type {any} */ game) => (
      h('li', {class: 'panel tile'},
        h('img', {src: boardPicture(game.name), alt: '', loading: 'lazy', width: 320, height: 200}),
        h('h2', {}, game.title), h('p', {}, game.summary),
        h('button', {class: 'primary', onclick: () => learn(game.name, trouble)}, say('page.new.learn')))))));
}
