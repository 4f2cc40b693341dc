// The step of a guided game: what it says, and the buttons that lead on, or out of it.
import {fill, go, h} from './dom.js';
import {say} from './settings.js';

/**
 * Show the present step, or nothing without one.
 * @param {HTMLElement} place
 * @param {import('./game.js').Game} game
 */
export function showGuide(place, game) {
  const {guide} = game.view, press = (/** @type {string} */ name) => () => game.act(`guide:${name}`);
  place.hidden = !guide;
  if (!guide) return fill(place);
  const play = () => (press('leave')(), go(`/new/${game.seat.welcome.ruleset}`));
  fill(place, h('p', {}, guide.say), h('div', {class: 'row'},
    h('button', {onclick: guide.ends ? play : press('leave')}, say(`window.guide.${guide.ends ? 'play' : 'leave'}`)),
    guide.waits && h('button', {class: 'primary', onclick: press('next')},
      say(`window.guide.${guide.ends ? 'go_on' : 'next'}`))));
}
