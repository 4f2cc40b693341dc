// What is asked of the server beside a match: JSON, with a sentence where it refuses or is gone.
import {fill, h} from './dom.js';
import {language, say} from './settings.js';

/**
 * Ask the server; an answer without `data` has an `error` to be shown.
 * @param {string} path
 * @param {object} [body] what is posted
 * @param {'json'|'blob'} [as] what is expected
 * @returns {Promise<{data?: any, error?: string}>}
 */
export async function ask(path, body, as = 'json') {
  const address = `${path}${path.includes('?') ? '&' : '?'}language=${language()}`;
  try {
    const asked = body && {method: 'POST', body: JSON.stringify(body)};
    const answer = await fetch(address, asked), found = await answer[answer.ok ? as : 'json']();
    return answer.ok ? {data: found} : {error: found.error ?? say('page.gone')};
  } catch {
    return {error: say('page.gone')};
  }
}

/**
 * Show what the server says in an element, or why it does not, with a button to try again.
 * @param {Element} place
 * @param {string} path
 * @param {(data: any) => any} draw what returns the children
 */
export async function shown(place, path, draw) {
  const {data, error} = await ask(path);
  if (error === undefined) return fill(place, draw(data));
  fill(place, h('p', {class: 'bad', role: 'alert'}, error),
    h('div', {class: 'row'}, h('button', {onclick: () => shown(place, path, draw)}, say('page.again')),
      h('a', {href: '/', class: 'button'}, say('page.lobby'))));
}
