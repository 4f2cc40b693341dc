// The games of this browser, by their links: their state, the side to act, and friends to invite.
import {fill, go, h, inPath} from './dom.js';
import {ask, failed, screen, troubles} from './page.js';
import {allResults, noteResults} from './results.js';
import {keep, kept, language, say} from './settings.js';

/** How many games the server is asked about at once, and how often, in milliseconds. */
const MOST = 60, PAUSE = 30_000;

/** The games kept here, the latest first. */
export const games = () => kept('games', []).filter(each => each.match && each.secret);

/** Keep a seat in this browser; a match may have several there. */
export function remember(match, secret, ruleset = '', more = {}) {
  const before = games().find(each => each.match === match && each.secret === secret);
  const others = games().filter(each => each.match !== match || each.secret !== secret);
  keep('games', [{...before, match, secret, ruleset, at: Date.now(), ...more}, ...others]
    .slice(0, 200));
}

/** Forget the branches that were tried in the review of a game. @param {string[]} gone */
export function forgetLines(...gone) {
  keep('lines', Object.fromEntries(
    Object.entries(kept('lines', {})).filter(([key]) => !gone.includes(key))));
}

/** The seats of a match that are kept here. @param {string} match */
const seatsOf = match => games().filter(each => each.match === match);

/** Whether this browser has another seat of a match, too. */
export const hasOther = (match, secret) => seatsOf(match).some(each => each.secret !== secret);

/**
 * Ask whether a link is that of a friend: of another seat than those of this browser, which says so
 * and lets the player choose; `sit` takes the seat all the same. Returns whether it is asked.
 */
export async function askWhose(main, match, secret, sit) {
  const held = seatsOf(match).map(each => each.secret);
  if (!secret || !held.length || held.includes(secret)) return false;
  const {data = []} = await ask('/api/mine',
    {games: [secret, ...held].slice(0, MOST).map(each => ({id: match, secret: each}))});
  const [wanted, ...found] = data, own = found.findIndex(each => each.side >= 0);
  if (!(wanted?.side >= 0) || own < 0) return false;
  const {data: form} = await ask(`/api/games/${inPath(wanted.ruleset)}`);
  screen(main, wanted.title, h('h1', {}, wanted.title), h('p', {}, say('page.whose',
    {side: form?.seats[found[own].side].label ?? found[own].side + 1})), h('p', {class: 'row'},
    h('a', {class: 'button primary', href: seatLink(match, held[own])}, say('page.learn.back')),
    h('button', {'data-action': 'sit', onclick: sit}, say('page.whose.sit'))));
  return true;
}

/** What is kept of a game's lesson: whether it was `learnt`, and the `match` where it goes on. */
export const lessonOf = name => kept('lessons', {})[name] ?? {};

/** Keep how far the lesson of a game is, once a view shows it. @param {import('./game.js').Game} game */
export function noteLesson({match, view: {guide, over, seats}, seat}) {
  const name = seat.welcome.ruleset, before = lessonOf(name);
  const ended = Boolean(guide?.ends || over?.lesson);
  if (!seats.length || (!guide && !ended && before.match !== match)) return;
  const now = {learnt: before.learnt || ended, match: guide && !ended ? match : ''};
  if (now.learnt !== before.learnt || now.match !== before.match) {
    keep('lessons', {...kept('lessons', {}), [name]: now});
  }
}

/**
 * What is learnt before a seat is taken, if a match is that: `match` is the lesson, `seat` the
 * match that waits, which `secret` opens. @param {string} match
 */
export const learning = match => [kept('learning')].find(each => each?.match === match);

/** End that: the lesson is left, and may be begun again. */
export function endLearning() {
  const left = kept('learning')?.match, lessons = Object.entries(kept('lessons', {}));
  keep('lessons', Object.fromEntries(lessons.map(
    ([name, each]) => [name, each.match === left ? {...each, match: ''} : each])));
  keep('learning', null);
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
  const found = held.map(
    (each, at) => ({title: each.ruleset, state: 'unknown', ...each, ...data?.[at]}));
  noteResults(found);
  return found;
}

/** Show some games in an element, and in the title whose turn it is; returns what ends that. */
export function follow(place, most = MOST) {
  let timer = 0;
  const show = async () => {
    const found = await standings();
    if (!place.isConnected) return;
    const waiting = found.filter(each => each.state === 'yours').length;
    document.title = `${waiting ? `(${waiting}) ` : ''}${document.title.replace(/^\(\d+\) /, '')}`;
    fill(place, list(found, most, show), most === MOST && allResults());
    timer = setTimeout(show, PAUSE);
  };
  const seen = () => {
    clearTimeout(timer);
    if (!document.hidden) show();
  };
  document.addEventListener('visibilitychange', seen);
  show();
  return () => document.removeEventListener('visibilitychange', seen);
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
  const told = key => each[key]?.length && say(`page.mine.${key}`, {names: each[key].join(', ')});
  const when = new Date(each.at).toLocaleString(language(),
    {dateStyle: 'medium', timeStyle: 'short'});
  const said = [told('against'), told('players'), each.turn, when];
  const forget = ({currentTarget: pressed}) => {
    if (pressed.ariaLabel) {
      pressed.ariaLabel = null; // the question is what is read now
      return fill(pressed, say('page.mine.sure'));
    }
    keep('games', games().filter(
      one => one.match !== each.match || one.secret !== each.secret));
    if (!seatsOf(each.match).length) forgetLines(each.match);
    again();
  };
  return h('li', {class: `panel game-row ${each.state}`},
    h('a', {href: seatLink(each.match, each.secret)}, h('bdi', {}, each.title || each.match)),
    h('span', {class: 'state'}, say(`page.mine.state.${each.state}`)),
    h('span', {class: 'muted'}, said.filter(Boolean).map(
      (text, at) => [at > 0 && ' · ', h('bdi', {}, text)])),
    h('span', {class: 'row'}, invites(each.match)
      && h('a', {class: 'button', href: `/links/${each.match}`}, say('page.mine.links')),
    h('button', {onclick: forget, 'aria-label': say('page.mine.forget', {game: each.title})},
      '×')));
}

/** Show all games of this browser. @param {HTMLElement} main */
export function show(main) {
  const place = h('div', {'aria-live': 'polite'}, say('page.wait'));
  screen(main, say('page.mine'), h('h1', {}, say('page.mine')),
    blocked(), place, joining(),
    h('p', {class: 'row'}, h('a', {class: 'button', href: '/file'}, say('page.file'))),
    h('p', {class: 'muted'}, say('page.mine.about')));
  return follow(place);
}

/** Say that this browser keeps no links, if that is so. */
const blocked = () => !keep('try', 1) && h('p', {class: 'bad'}, say('page.mine.blocked'));

/** A field for a link that was sent. */
function joining() {
  const trouble = troubles(), field = h('input', {type: 'url', name: 'link', autocomplete: 'off',
    placeholder: `${location.origin}/m/…#…`});
  const open = event => {
    event.preventDefault();
    const typed = field.value.trim(), found = /\/m\/([\w-]{1,64})\/?#([\w-]{1,64})$/.exec(typed);
    if (found && !typed.startsWith(location.origin) && /^https?:/.test(typed)) {
      location.assign(typed); // of another server, which alone may see the secret
    } else if (found) go(seatLink(found[1], found[2]));
    else fill(trouble, say('page.mine.join.wrong', {example: `${location.origin}/m/NAME#SECRET`}));
  };
  return h('form', {class: 'panel row', onsubmit: open},
    h('label', {class: 'grows'}, say('page.mine.join'), field),
    h('button', {}, say('page.mine.join.go')), trouble);
}

/** Show the links of a match made here, and the way to one's seat. @param {HTMLElement} main */
export function showLinks(main, match) {
  const made = invites(match);
  if (!made) return failed(main, say('remote.no_seat'));
  const own = made.seats.find(({kind}) => kind === 'me');
  const of = (kind, draw) => made.seats.filter(seat => seat.kind === kind).map(
    seat => draw(seat, {side: made.sides[seat.side]}));
  screen(main, say('page.new.made'), h('h1', {}, say('page.new.made')), h('p', {}, made.title), blocked(),
    of('link', ({secret}, side) => link(say('page.new.send', side), match, secret)),
    of('open', (_, side) => h('p', {}, say('page.new.open_seat', side))),
    made.watch && link(say('page.new.watch'), match, made.watch),
    h('p', {class: 'muted'}, say('page.new.secret')), h('p', {}, h('a', {class: 'button primary',
      href: seatLink(match, own?.secret || made.watch)}, say('page.new.play'))));
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
