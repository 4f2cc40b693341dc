// The links of a match made here: for friends, for watchers, and the way to one's own seat.
import {fill, h} from './dom.js';
import {head} from './head.js';
import {games, invites, seatLink} from './mine.js';
import {say} from './settings.js';

/** @param {HTMLElement} main @param {string} match */
export function show(main, match) {
  const made = invites(match), own = games().find(each => each.match === match);
  document.title = `${say('page.new.made')} – Wargrid`;
  main.className = 'page';
  if (!made) return fill(main, head(), h('h1', {}, say('page.mine.links')), h('p', {}, say('remote.no_seat')));
  const of = (/** @type {string} */ kind) => made.seats.filter((/** @type {any} */ seat) => seat.kind === kind);
  const side = (/** @type {any} */ seat) => ({side: made.sides[seat.side]});
  fill(main, head(), h('h1', {}, say('page.new.made')), h('p', {}, made.title),
    of('link').map((/** @type {any} */ seat) => link(say('page.new.send', side(seat)), match, seat.secret)),
    of('open').map((/** @type {any} */ seat) => h('p', {}, say('page.new.open_seat', side(seat)))),
    made.watch && link(say('page.new.watch'), match, made.watch),
    h('p', {class: 'muted'}, say('page.new.secret')),
    h('p', {}, h('a', {class: 'button primary', href: seatLink(match, own?.secret ?? made.watch)}, say('page.new.play'))));
}

/** A link to be copied or shared. @param {string} label @param {string} match @param {string} secret */
function link(label, match, secret) {
  const url = `${location.origin}${seatLink(match, secret)}`;
  const field = h('input', {readOnly: true, value: url, onfocus: () => field.select()});
  const copy = h('button', {onclick: () => copied(field, copy)}, say('page.new.copy'));
  return h('div', {class: 'panel row'}, h('label', {class: 'wide'}, label, field), copy,
    'share' in navigator && h('button', {onclick: () => navigator.share({url}).catch(() => {})}, say('page.new.share')));
}

/** @param {HTMLInputElement} field @param {HTMLElement} button */
async function copied(field, button) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand('copy'); // without TLS there is no clipboard
  }
  fill(button, say('page.new.copied'));
}
