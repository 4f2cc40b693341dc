// The game screen.
import {fill, h} from './dom.js';
import {say} from './settings.js';

/**
 * Show the match of an address; its secret is behind `#`.
 * @param {HTMLElement} main
 * @param {string} match
 */
export function show(main, match) {
  main.className = 'page';
  fill(main, h('h1', {}, say('web.page.match')), h('p', {}, match));
}
