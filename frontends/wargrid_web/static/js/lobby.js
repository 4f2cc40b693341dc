// The first screen: a first game, games under way, open seats, and a card for each game; and the
// guided games.
import {fill, go, h, inPath} from './dom.js';
import {follow, games, lessonOf, remember, seatLink} from './mine.js';
import {ask, complain, screen, shown, troubles} from './page.js';
import {beaten} from './results.js';
import {keep, kept, say, settings} from './settings.js';

/** The level that is offered first, how many there are, and how many games are shown here. */
const LEVEL = '1', LEVELS = 4, SHOWN = 4;
/** After how many milliseconds one looks again who waits at an open seat. */
const PAUSE = 30_000;

/** Show the first screen. @param {HTMLElement} main */
export function show(main) {
  const [mine, open, cards, first] = Array.from({length: 4}, () => h('div', {}));
  const trouble = troubles(), known = games().length > 0, waits = h('h2', {});
  screen(main, '', h('h1', {}, 'Wargrid'), trouble, first,
    known && h('section', {}, h('h2', {}, say('page.mine')), mine),
    h('section', {}, h('h2', {}, say('page.lobby.games')), cards),
    h('section', {}, waits, open));
  main.classList.add('lobby');
  shown(cards, '/api/games', found => {
    const recent = games().map(({ruleset}) => ruleset).reverse(); // the last one has most
    const own = found.filter(each => !each.variant).sort(
      (a, b) => recent.lastIndexOf(b.name) - recent.lastIndexOf(a.name));
    fill(first, h('p', {}, say('page.lobby.motto', {count: own.length})),
      !known && welcome(found, trouble));
    const tile = game => [h('h3', {}, h('a', {href: `/new/${inPath(game.name)}`}, game.title)),
      h('p', {}, game.summary), h('p', {class: 'muted'}, game.facts), beaten(game.name)];
    return searched(own, each => tiles(each, tile));
  });
  const offer = found => {
    if (found.length) cards.parentElement?.before(open.parentElement ?? ''); // not below 14 cards
    const here = found.some(each => each.here); // at the other seat, now
    fill(waits, say(`page.lobby.open${here ? '' : '.seats'}`));
    return seats(found, trouble);
  };
  shown(open, '/api/open', offer);
  const looking = setInterval(async () => {
    const {data} = document.hidden ? {} : await ask('/api/open');
    if (data && !open.matches(':hover, :focus-within')) fill(open, offer(data));
  }, PAUSE);
  const left = known ? follow(mine, SHOWN) : () => {};
  return () => (clearInterval(looking), left());
}

/** Show which guided games there are. @param {HTMLElement} main */
export function showLearn(main) {
  const place = h('div', {}), trouble = troubles();
  screen(main, say('page.learn'), h('h1', {}, say('page.learn')),
    h('p', {}, say('page.learn.about')), trouble, place);
  main.classList.add('lobby');
  shown(place, '/api/games', found => tiles(found.filter(each => each.guided), ({name, title,
    summary}) => {
    const {learnt, match} = lessonOf(name), left = games().find(each => each.match === match);
    return [h('h2', {}, learnt ? say('window.learn.done', {title}) : title), h('p', {}, summary),
      h('div', {class: 'row'}, left && h('a', {class: 'button primary',
        href: seatLink(left.match, left.secret)}, say('window.learn.go_on')),
      h('button', {class: left ? '' : 'primary',
        onclick: () => begin({ruleset: name, guided: true}, trouble)},
      say(left ? 'window.learn.again' : 'page.new.learn')))];
  }));
}

/** What a newcomer does first. @param {any[]} found @param {Element} trouble */
function welcome(found, trouble) {
  const guided = found.find(each => each.guided), at = {ruleset: found[0]?.name};
  const level = h('select', {'aria-label': say('page.lobby.at_once'),
    onchange: () => keep('level', level.value)}, Array.from({length: LEVELS}, (_, at) => (
    h('option', {value: `${at + 1}`, selected: `${at + 1}` === kept('level', LEVEL)},
      say('page.lobby.against', {level: at + 1, levels: LEVELS})))));
  return guided && h('div', {class: 'panel first'}, h('h2', {}, say('page.lobby.first')),
    h('p', {}, say('page.lobby.first.about', {game: guided.title})), h('div', {class: 'row'},
      h('button', {class: 'primary',
        onclick: () => begin({ruleset: guided.name, guided: true}, trouble)},
        say('page.lobby.first.begin')),
      h('button', {onclick: () => begin({...at, seats: ['me', level.value]}, trouble)},
        say('page.lobby.at_once')), level));
}

/** A card for each game, with its board. @param {any[]} found @param {(game: any) => any} about */
const tiles = (found, about) => h('ul', {class: 'tiles'}, found.map(game => (
  h('li', {class: 'panel tile'}, h('img', {src: boardPicture(game.name), alt: '', loading: 'lazy',
    width: 320, height: 200}), about(game)))));

/**
 * What is drawn of some games, under a line that searches them.
 * @param {any[]} own @param {(found: any[]) => Node} draw
 */
function searched(own, draw) {
  const place = h('div', {}, draw(own)), label = say('page.lobby.find');
  const line = h('input', {type: 'search', placeholder: label, 'aria-label': label, maxLength: 60,
    oninput: () => {
      const words = folded(line.value).split(/\s+/);
      const found = own.filter(game => words.every(word => game.sought.includes(word)));
      fill(place, found.length ? draw(found)
        : h('p', {class: 'muted', role: 'status'}, say('page.lobby.find.none')));
    }});
  return h('div', {}, h('div', {class: 'search'}, line), place);
}

/** A text as `sought` has it: small letters without accents. @param {string} text */
const folded = text => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  .replace(/[^\p{L}\p{N}]/gu, ' ').trim();

/** The address of the picture of a game's board. @param {string} name @param {string} [board] */
export function boardPicture(name, board = '') {
  return `/boards/${inPath(name)}.svg${board ? `?board=${encodeURIComponent(board)}` : ''}`;
}

/** Seats that anybody may take. @param {any[]} found @param {Element} trouble */
function seats(found, trouble) {
  if (!found.length) return h('p', {class: 'muted'}, say('page.lobby.open.none'));
  return h('ul', {class: 'listed'}, found.map(each => h('li', {class: 'panel game-row'},
    h('span', {}, say('page.lobby.open.seat', {game: each.title, side: each.side_name})),
    h('span', {class: 'muted'}, h('bdi', {}, each.players.filter(Boolean).join(', ')), ' ',
      [each.clock_text, each.hints && say('page.lobby.open.hints'),
        !each.here && say('page.lobby.open.away')].filter(Boolean).join(' · ')),
    h('button', {onclick: () => take(each, trouble)}, say('page.lobby.open.take')))));
}

/** Take an open seat. @param {any} seat @param {Element} trouble */
async function take(seat, trouble) {
  const {data, error} = await ask(`/api/open/${seat.id}`, {side: seat.side, name: settings.name});
  if (!data) return complain(trouble, error);
  go(seatLink(data.id, data.secret));
}

/**
 * Make a match, keep its seat, and go there, unless links are to be sent first, which `send` shows;
 * `trouble` is where it says why not.
 */
export async function begin(wish, trouble, send = /** @type {any} */ (null)) {
  fill(trouble, say('page.new.waiting'));
  const {data, error} = await ask('/api/matches', wish);
  complain(trouble, error);
  if (!data) return;
  const secret = data.seats.find(seat => seat.kind === 'me')?.secret ?? data.watch;
  remember(data.id, secret, wish.ruleset);
  const elsewhere = data.seats.some(seat => ['link', 'open'].includes(seat.kind));
  if (elsewhere && send) send(data);
  else go(seatLink(data.id, secret));
}
