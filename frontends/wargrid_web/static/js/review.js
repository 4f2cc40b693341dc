// The review of a match that is over: its film, mistakes with better moves, and ways to go on.
import {download, fill, h} from './dom.js';
import {FairNumber, diceNote} from './fair.js';
import {Lines} from './lines.js';
import {games, seatLink} from './mine.js';
import {ask, complain, failed, screen} from './page.js';
import {say} from './settings.js';

/** How often the server is asked what has been found, in milliseconds. */
const PAUSE = 2000;

/** @param {HTMLElement} main @param {string} match */
export async function show(main, match) {
  const secret = location.hash.slice(1) || games().find(each => each.match === match)?.secret || '';
  screen(main, '', say('page.wait'));
  const {data, error} = await ask(`/api/reviews/${match}`, {secret});
  if (!data) return failed(main, error);
  const review = new Review(match, secret, data);
  screen(main, say('window.review.title', {game: data.title}), review.element);
  main.classList.add('wide-page');
  return () => review.close();
}

/** The film of a match, what is found in it, and the buttons above it. */
class Review {
  constructor(match, secret, film) {
    this.match = match;
    this.secret = secret;
    this.film = film;
    this.dice = h('div', {});
    this.files = h('span', {class: 'row'});
    this.lines = new Lines(film, film.frames.length - 1, match, `/api/lines/${match}`, {secret});
    const branch = `/api/branches/${match}`;
    const act = (key, does) => h('button', {onclick: does}, say(key));
    this.element = h('div', {class: 'review'},
      h('h1', {}, say('window.review.title', {game: film.title})),
      h('div', {class: 'row'}, act('window.review.branch', () => this.lines.playOn(branch)),
        act('window.review.what_if', () => this.lines.playOn(branch, 1)),
        act('page.review.replay', () => this.send()),
        h('a', {class: 'button', href: seatLink(match, secret)}, say('page.review.game')), this.files),
      this.lines.trouble, this.dice, this.lines.player.element);
    this.look();
    this.compare();
  }

  close() {
    this.lines.player.seek(this.lines.player.at);
  }

  /** Ask what has been found, until nothing is sought any more. */
  async look() {
    const {data} = await ask(`/api/reviews/${this.match}/notes`, {secret: this.secret});
    const seeks = Boolean(data?.seeks), progress = data?.progress ?? '';
    const found = JSON.stringify([data?.notes, seeks, progress]);
    if (found !== this.found) this.lines.take(data?.notes, seeks, progress);
    this.found = found;
    if (seeks && this.element.isConnected) setTimeout(() => this.look(), PAUSE);
  }

  /** Say whether the dice are those promised before the game. */
  async compare() {
    const {data} = await ask(`/api/records/${this.match}`, {secret: this.secret});
    const names = this.lines.player.views[0].sides.map(side => side.name);
    fill(this.dice, diceNote(new FairNumber(this.match, this.secret), data?.record, names));
    fill(this.files, Object.entries(data?.files ?? {}).map(([form, text]) => h('button',
      {onclick: () => download(new Blob([this.lines.line.files?.[form] ?? text]), `${this.film.title} ${this.film.date}.${form}`)},
      say('page.file.save', {format: form.toUpperCase()}))));
  }

  /** Save the replay as a file that can be sent to anybody. */
  async send() {
    const {data, error} = await ask(`/api/replays/${this.match}`, this.lines.wish, 'blob');
    complain(this.lines.trouble, error);
    if (data) download(data, `${this.film.title} ${this.film.date}.html`);
  }
}
