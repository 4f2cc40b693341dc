// What all screens of the lobby share: their head, and what is asked of the server as JSON, with a
// sentence where it refuses or is gone.
import {fill, h} from './dom.js';
import {choose, language, say} from './settings.js';

const PLACES = {'/': 'page.lobby', '/mine': 'page.mine', '/learn': 'page.learn'};

/** Where one can go, the language and the theme. */
function head() {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  const other = language() === 'fr' ? 'en' : 'fr';
  const made = h('header', {class: 'row masthead'}, h('a', {href: '/', class: 'name'}, 'Wargrid'),
    h('nav', {class: 'row', 'aria-label': say('page.lobby.menu')},
      Object.entries(PLACES).map(([href, key]) => h('a', {href,
        'aria-current': location.pathname === href ? 'page' : undefined}, say(key)))),
    h('span', {class: 'row end'},
      h('button', {lang: other, onclick: () => choose({language: other})},
        say('page.lobby.language')),
      h('button', {onclick: () => (choose({theme}), made.replaceWith(head()))},
        say(`page.lobby.theme.${theme}`))));
  return made;
}

/** Fill a screen below its head. @param {HTMLElement} main @param {string} title */
export function screen(main, title, ...children) {
  document.title = title ? `${title} – Wargrid` : 'Wargrid';
  main.className = 'page';
  fill(main, head(), ...children);
}

/** Show why a screen cannot be shown, what may help, and the way back. @param {any} main */
export function failed(main, why, ...help) {
  screen(main, '', h('h1', {}, 'Wargrid'), wayBack(why, help));
}

/** What is wrong, what may help, and the way back. */
const wayBack = (why, help) => [troubles(why),
  h('p', {class: 'row'}, help, h('a', {href: '/', class: 'button'}, say('page.lobby')))];

/** The place where a screen says what is wrong. @param {...any} text */
export const troubles = (...text) => h('p', {class: 'bad', role: 'alert'}, text);

/** Say in such a place what is wrong, where it is seen, or that nothing is. @param {any} text */
export function complain(place, text) {
  fill(place, text);
  if (text) place.scrollIntoView({block: 'center'});
}

/**
 * Ask the server, which `body` is posted to; an answer without `data` has an `error` to be shown.
 * @param {string} path @param {object} [body] @param {'json'|'blob'} [as]
 * @returns {Promise<{data?: any, error?: string}>}
 */
export async function ask(path, body, as = 'json') {
  const address = `${path}${path.includes('?') ? '&' : '?'}language=${language()}`;
  try {
    const asked = body && {method: 'POST', body: JSON.stringify(body)};
    const answer = await fetch(address, asked).catch(gone => {
      if (body) throw gone;
      return fetch(address); // the server may just have closed the connection that was tried
    });
    const found = await answer[answer.ok ? as : 'json']();
    return answer.ok ? {data: found} : {error: found.error ?? say('page.gone')};
  } catch {
    return {error: say('page.gone')};
  }
}

/** Show what `draw` makes of the server's answer, or why there is none, with a way to try again. */
export async function shown(place, path, draw) {
  fill(place, say('page.wait'));
  const {data, error} = await ask(path);
  if (error === undefined) return fill(place, draw(data));
  const again = h('button', {onclick: () => shown(place, path, draw)}, say('page.again'));
  fill(place, wayBack(error, again));
}

/** Do what follows a game; what it takes is loaded then. @param {string} name */
export const lead = async (name, ...how) => (await import('./onward.js'))[name](...how);
