// The games of this browser, by their links: how they stand, and whose turn it is.
import {fill, go, h} from './dom.js';
import {ask, screen, troubles} from './page.js';
import {keep, kept, language, say} from './settings.js';

/** How many games the server is asked about at once, and how often, in milliseconds. */
const MOST = 60, PAUSE = 30_000;

/** The games kept here, the latest first. */
export const games = () => kept('games', []).filter(each => each.match && each.secret);

/** Keep a seat in this browser. */
export function remember(match, secret, ruleset = '') {
  const others = games().filter(each => each.match !== match);
  keep('games', [{match, secret, ruleset, at: Date.now()}, ...others].slice(0, 200));
}

/** The links of a match made here, for friends and watchers. @param {string} match */
export const invites = match => kept('invites', {})[match];

/** Keep the links of a match. @param {any} made */
export function keepInvites(made) {
  const latest = Object.entries({...kept('invites', {}), [made.id]: made}).slice(-MOST);
  keep('invites', Object.fromEntries(latest));
}

/** @param {string} match @param {string} secret */
export const seatLink = (match, secret) => `/m/${match}#${secret}`;

/** Ask how the games stand; those that are gone say so. @returns {Promise<any[]>} */
async function standings() {
  const held = games().slice(0, MOST);
  if (!held.length) return [];
  const {data} = await ask('/api/mine',
    {games: held.map(({match, secret}) => ({id: match, secret}))});
  return held.map((each, at) => ({title: each.ruleset, state: 'unknown', ...each, ...data?.[at]}));
}

/**
 * Show the games in an element and whose turn it is in the title, now and then again.
 * @param {Element} place
 * @param {number} most how many are shown at most
 * @returns {() => void} what ends it
 */
export function follow(place, most = MOST) {
  let timer = 0, left = false;
  const show = async () => {
    const found = await standings();
    if (left) return;
    const waiting = found.filter(each => each.state === 'yours').length;
    document.title = `${waiting ? `(${waiting}) ` : ''}${document.title.replace(/^\(\d+\) /, '')}`;
    fill(place, list(found, most, show));
    timer = setTimeout(show, PAUSE);
  };
  const seen = () => {
    clearTimeout(timer);
    if (!document.hidden) show();
  };
  document.addEventListener('visibilitychange', seen);
  show();
  return () => {
    left = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}

/** @param {any[]} found @param {number} most @param {() => any} again */
function list(found, most, again) {
  const rank = each => ['yours', 'theirs', 'open', 'unknown', 'watched'].indexOf(each.state) & 7;
  const sorted = [...found].sort((a, b) => rank(a) - rank(b) || b.at - a.at);
  if (!found.length) return h('p', {class: 'muted'}, say('page.mine.none'));
  return [
    h('ul', {class: 'listed'}, sorted.slice(0, most).map(each => row(each, again))),
    found.length > most && h('a', {href: '/mine'}, say('page.mine.all', {count: found.length})),
  ];
}

/** One game: a click opens it. @param {any} each @param {() => any} again */
function row(each, again) {
  const names = each.against?.length ? say('page.mine.against', {names: each.against.join(', ')})
    : each.computer ? say('page.mine.computer') : '';
  const when = new Date(each.at).toLocaleString(language(),
    {dateStyle: 'medium', timeStyle: 'short'});
  const forget = () => {
    keep('games', games().filter(one => one.match !== each.match));
    again();
  };
  return h('li', {class: `panel game-row ${each.state}`},
    h('a', {href: seatLink(each.match, each.secret)}, h('bdi', {}, each.title || each.match)),
    h('span', {class: 'state'}, say(`page.mine.state.${each.state}`)),
    h('span', {class: 'muted'}, h('bdi', {}, names), names && ' · ', when),
    h('span', {class: 'row'}, invites(each.match)
      && h('a', {class: 'button', href: `/links/${each.match}`}, say('page.mine.links')),
    h('button', {onclick: forget, 'aria-label': say('page.mine.forget', {game: each.title})},
      '×')));
}

/** Show all games of this browser. @param {HTMLElement} main */
export function show(main) {
  const place = h('div', {'aria-live': 'polite'}, say('page.wait'));
  screen(main, say('page.mine'), h('h1', {}, say('page.mine')),
    !keep('try', 1) && h('p', {class: 'bad'}, say('page.mine.blocked')), place, joining(),
    h('p', {class: 'muted'}, say('page.mine.about')));
  return follow(place);
}

/** A field for a link that was sent. */
function joining() {
  const trouble = troubles(), field = h('input', {type: 'url', name: 'link', autocomplete: 'off',
    placeholder: `${location.origin}/m/…#…`});
  const open = event => {
    event.preventDefault();
    const found = /\/m\/([\w-]{1,64})\/?#([\w-]{1,64})$/.exec(field.value.trim());
    if (found) go(seatLink(found[1], found[2]));
    else fill(trouble, say('page.mine.join.wrong', {example: `${location.origin}/m/NAME#SECRET`}));
  };
  return h('form', {class: 'panel row', onsubmit: open},
    h('label', {class: 'grows'}, say('page.mine.join'), field),
    h('button', {}, say('page.mine.join.go')), trouble);
}
