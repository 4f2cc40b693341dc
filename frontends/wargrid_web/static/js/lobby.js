// The first screen: a first game, games under way, open seats, and a card for each game.
import {ask, shown} from './api.js';
import {fill, go, h} from './dom.js';
import {head} from './head.js';
import {follow, games, remember, seatLink} from './mine.js';
import {say, settings} from './settings.js';

/** How many games under way are shown here, and the level against which one plays at once. */
const SHOWN = 4, LEVEL = '2';

/** @param {HTMLElement} main */
export function show(main) {
  const mine = h('div', {}), open = h('div', {}), cards = h('div', {}, say('page.wait'));
  const first = h('section', {}), trouble = h('p', {class: 'bad', role: 'alert'});
  document.title = 'Wargrid';
  main.className = 'page lobby';
  fill(main, head(), h('h1', {}, 'Wargrid'), trouble, first,
    games().length > 0 && h('section', {}, h('h2', {}, say('page.mine')), mine),
    h('section', {}, h('h2', {}, say('page.lobby.games')), cards),
    h('section', {}, h('h2', {}, say('page.lobby.open')), open));
  shown(cards, '/api/games', found => {
    const own = found.filter((/** @type {any} */ each) => !each.variant);
    fill(first, welcome(found, own.length, trouble));
    return h('ul', {class: 'tiles'}, own.map((/** @type {any} */ each) => card(each)));
  });
  shown(open, '/api/open', found => seats(found, trouble));
  return games().length ? follow(mine, SHOWN) : undefined;
}

/** What a newcomer does first. @param {any[]} found @param {number} count @param {Element} trouble */
function welcome(found, count, trouble) {
  const guided = found.find(each => each.guided), first = found[0];
  return [
    h('p', {}, say('page.lobby.motto', {count})),
    guided && !games().length && h('div', {class: 'panel first'},
      h('h2', {}, say('page.lobby.first')),
      h('p', {}, say('page.lobby.first.about', {game: guided.title})),
      h('div', {class: 'row'},
        h('button', {class: 'primary', onclick: () => learn(guided.name, trouble)}, say('page.lobby.first.begin')),
        h('button', {onclick: () => begin({ruleset: first.name, seats: ['me', LEVEL]}, trouble)},
          say('page.lobby.at_once')))),
  ];
}

/** A game of the menu. @param {any} game */
function card(game) {
  return h('li', {class: 'panel tile'},
    h('img', {src: boardPicture(game.name), alt: '', loading: 'lazy', width: 320, height: 200}),
    h('h3', {}, h('a', {href: `/new/${game.name}`}, game.title)),
    h('p', {}, game.summary), h('p', {class: 'muted'}, game.facts));
}

/** The address of the picture of a game's board. @param {string} name @param {string} [board] */
export function boardPicture(name, board = '') {
  return `/boards/${name}.svg${board ? `?board=${encodeURIComponent(board)}` : ''}`;
}

/** Seats that anybody may take. @param {any[]} found @param {Element} trouble */
function seats(found, trouble) {
  if (!found.length) return h('p', {class: 'muted'}, say('page.lobby.open.none'));
  return h('ul', {class: 'listed'}, found.map(each => h('li', {class: 'panel game-row'},
    h('span', {}, say('page.lobby.open.seat', {game: each.title, side: each.side_name})),
    h('span', {class: 'muted'}, h('bdi', {}, each.players.filter(Boolean).join(', ')), ' ', each.clock_text),
    h('button', {onclick: () => take(each, trouble)}, say('page.lobby.open.take')))));
}

/** @param {any} seat @param {Element} trouble */
async function take(seat, trouble) {
  const {data, error} = await ask(`/api/open/${seat.id}`, {side: seat.side, name: settings.name});
  if (!data) return fill(trouble, error);
  remember({match: data.id, secret: data.secret, ruleset: seat.ruleset, seat: data.side, at: Date.now()});
  go(seatLink(data.id, data.secret));
}

/** Begin the guided game of a ruleset. @param {string} ruleset @param {Element} trouble */
export const learn = (ruleset, trouble) => begin({ruleset, guided: true}, trouble);

/**
 * Make a match, keep its seat, and go there, unless links are to be sent first.
 * @param {any} wish
 * @param {Element} trouble where to say why not
 * @param {(made: any) => any} [send] what shows the links
 */
export async function begin(wish, trouble, send = undefined) {
  fill(trouble, say('page.new.waiting'));
  const {data, error} = await ask('/api/matches', wish);
  fill(trouble, error);
  if (!data) return;
  const own = data.seats.find((/** @type {any} */ seat) => seat.kind === 'me');
  const secret = own?.secret ?? data.watch;
  remember({match: data.id, secret, ruleset: wish.ruleset, seat: own?.side ?? null, at: Date.now()});
  const elsewhere = data.seats.some((/** @type {any} */ seat) => ['link', 'open'].includes(seat.kind));
  if (elsewhere && send) send(data);
  else go(seatLink(data.id, secret));
}
