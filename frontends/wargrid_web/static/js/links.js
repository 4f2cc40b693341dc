// The links of a match made here: for friends, for watchers, and the way to one's own seat.
import {fill, h} from './dom.js';
import {games, invites, seatLink} from './mine.js';
import {screen} from './page.js';
import {say} from './settings.js';

/** @param {HTMLElement} main @param {string} match */
export function show(main, match) {
  const made = invites(match), own = games().find(each => each.match === match);
  if (!made) {
    return screen(main, '', h('h1', {}, say('page.mine.links')), h('p', {}, say('remote.no_seat')));
  }
  const of = (kind, draw) => made.seats.filter(seat => seat.kind === kind).map(
    seat => draw(seat, {side: made.sides[seat.side]}));
  screen(main, say('page.new.made'), h('h1', {}, say('page.new.made')), h('p', {}, made.title),
    of('link', ({secret}, side) => link(say('page.new.send', side), match, secret)),
    of('open', (_, side) => h('p', {}, say('page.new.open_seat', side))),
    made.watch && link(say('page.new.watch'), match, made.watch),
    h('p', {class: 'muted'}, say('page.new.secret')), h('p', {}, h('a', {class: 'button primary',
      href: seatLink(match, own?.secret ?? made.watch)}, say('page.new.play'))));
}

/** A link to be copied or shared. */
function link(label, match, secret) {
  const url = `${location.origin}${seatLink(match, secret)}`;
  const field = h('input', {readOnly: true, value: url, onfocus: () => field.select()});
  const copy = h('button', {onclick: () => copied(field, copy)}, say('page.new.copy'));
  return h('div', {class: 'panel row'}, h('label', {class: 'grows'}, label, field), copy,
    'share' in navigator && h('button', {onclick: () => navigator.share({url}).catch(() => {})},
      say('page.new.share')));
}

async function copied(field, button) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand('copy'); // without TLS there is no clipboard
  }
  fill(button, say('page.new.copied'));
}
