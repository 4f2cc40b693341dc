// The review of a match that is over: its film, mistakes with better moves, and ways to go on.
import {ask} from './api.js';
import {fill, go, h} from './dom.js';
import {Player} from './film.js';
import {head} from './head.js';
import {games, remember, seatLink} from './mine.js';
import {say} from './settings.js';

/** How often the server is asked what has been found, in milliseconds. */
const PAUSE = 2000;

/** @param {HTMLElement} main @param {string} match */
export async function show(main, match) {
  const secret = location.hash.slice(1) || games().find(each => each.match === match)?.secret || '';
  const place = h('div', {}, say('page.wait'));
  main.className = 'page wide-page';
  fill(main, head(), place);
  const {data, error} = await ask(`/api/reviews/${match}`, {secret});
  if (error !== undefined) {
    return fill(place, h('p', {class: 'bad', role: 'alert'}, error), h('a', {href: '/'}, say('page.lobby')));
  }
  const review = new Review(match, secret, data);
  document.title = `${say('window.review.title', {game: data.title})} – Wargrid`;
  fill(place, review.element);
  return () => review.close();
}

/** The film of a match, what is found in it, and the buttons above it. */
class Review {
  /** @param {string} match @param {string} secret @param {any} film */
  constructor(match, secret, film) {
    this.match = match;
    this.secret = secret;
    this.film = film;
    this.trouble = h('p', {class: 'bad', role: 'alert'});
    this.seeking = h('p', {class: 'muted', role: 'status'}, say('page.review.seeks'));
    this.player = new Player(film, {at: film.frames.length - 1});
    const act = (/** @type {string} */ key, /** @type {() => any} */ does) => h('button', {onclick: does}, say(key));
    this.element = h('div', {class: 'review'},
      h('h1', {}, say('window.review.title', {game: film.title})),
      h('div', {class: 'row'}, act('window.review.mistake', () => this.mistake()),
        act('window.review.branch', () => this.branch(this.player.at)),
        act('window.review.what_if', () => this.branch(this.player.at - 1)),
        act('page.review.replay', () => this.send()),
        h('a', {class: 'button', href: seatLink(match, secret)}, say('page.review.game'))),
      this.trouble, this.seeking, this.player.element);
    this.look();
  }

  close() {
    clearTimeout(this.timer);
    this.player.seek(this.player.at);
  }

  /** Ask what has been found, until nothing is sought any more. */
  async look() {
    const {data} = await ask(`/api/reviews/${this.match}/notes`, {secret: this.secret});
    if (data?.notes && JSON.stringify(data.notes) !== JSON.stringify(this.known)) {
      this.known = data.notes;
      if (!this.player.playing) this.player.take(data.notes);
    }
    this.seeking.hidden = !data?.seeks;
    this.seeks = Boolean(data?.seeks);
    if (data?.seeks && this.element.isConnected) this.timer = setTimeout(() => this.look(), PAUSE);
  }

  /** Go to the next mistake, or after the last one to the first. */
  mistake() {
    const found = [...this.player.notes.keys()].filter(at => this.player.isMistake(at)).sort((a, b) => a - b);
    const next = found.find(at => at > this.player.at) ?? found[0];
    fill(this.trouble, next === undefined && say(`window.review.${this.seeks ? 'seeking' : 'no_mistake'}`));
    if (next !== undefined) this.player.seek(next);
  }

  /** Play on from a stop, as another match. @param {number} at */
  async branch(at) {
    const stop = this.film.stops[Math.max(0, at)];
    const {data, error} = await ask(`/api/branches/${this.match}`, {secret: this.secret, at: stop});
    fill(this.trouble, error);
    const own = data?.seats.find((/** @type {any} */ seat) => seat.kind === 'me');
    if (!own) return;
    remember({match: data.id, secret: own.secret, seat: own.side, at: Date.now()});
    go(seatLink(data.id, own.secret));
  }

  /** Save the replay as a file, or share it where the system can. */
  async send() {
    await sendReplay(this.match, this.secret, this.trouble);
  }
}

/**
 * Save the replay of a match as a file that can be sent to anybody.
 * @param {string} match @param {string} secret @param {Element} trouble where to say why not
 */
export async function sendReplay(match, secret, trouble) {
  const {data, error} = await ask(`/api/replays/${match}`, {secret}, 'blob');
  fill(trouble, error);
  if (!data) return;
  const link = h('a', {href: URL.createObjectURL(data), download: `${match}.html`});
  link.click();
  URL.revokeObjectURL(link.href);
}
