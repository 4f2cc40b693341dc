// Other moves tried in a review: branches with names and comments, kept in this browser.
import {apply} from './difference.js';
import {fill, go, h} from './dom.js';
import {Player} from './film.js';
import {forgetLines, remember, seatLink} from './mine.js';
import {ask, complain, troubles} from './page.js';
import {keep, kept, say} from './settings.js';

/** For how many games branches are kept, and how far a pointer moves that clicks, in pixels. */
const MOST = 40, DRAGS = 6;

/** A line as the server tells it. @typedef {{notes: string|null, path: number[], at: number,
 *   name: string, rows: [number[], number, string][], said: [number, string, string][],
 *   film?: any, files: Record<string, string>|null}} Line */

/** The game of a review and the branches that leave it; `player` shows one of these lines. */
export class Lines {
  /**
   * `key` is what they are kept by; `address` answers what `wish`, which names the game, asks.
   * @param {any} film @param {number} at @param {string} key @param {string} address
   * @param {object} wish @param {Line} [line] what the game itself has
   */
  constructor(film, at, key, address, wish, line) {
    this.game = film;
    this.key = key;
    this.address = address;
    this.asked = wish;
    this.line = /** @type {Line} */ (line
      ?? {notes: null, path: [], at: 0, name: '', rows: [], said: [], files: null});
    this.found = /** @type {[any, boolean, string]} */ ([undefined, true, '']);
    this.inputs = /** @type {any[]} */ ([]);
    this.last = /** @type {Promise<any>} */ (Promise.resolve());
    this.trouble = troubles();
    this.typed = h('input', {name: 'move', autocomplete: 'off', maxLength: 200, size: 8,
      'aria-label': say('page.lines.move'), placeholder: say('page.lines.move')});
    this.answers = h('div', {class: 'row', role: 'group'});
    this.name = h('input', {name: 'called', autocomplete: 'off', maxLength: 80,
      'aria-label': say('page.lines.name'), onchange: () => this.change('name', this.name.value)});
    this.comment = h('textarea', {name: 'comment', maxLength: 2000, rows: 2,
      'aria-label': say('page.lines.comment'), placeholder: say('page.lines.comment'),
      onfocus: () => this.player.seek(this.player.at), // what is written is about this position
      onchange: () => this.change('comment', this.comment.value)});
    this.branch = h('div', {class: 'row'});
    this.list = h('ul', {class: 'branches'});
    this.bar = h('section', {class: 'tries', 'aria-label': say('page.lines')},
      h('form', {class: 'row', onsubmit: event => this.type(event)}, this.typed,
        h('button', {}, say('page.lines.try'))),
      this.answers, this.branch, this.comment, this.list);
    this.player = this.film(film, at, true);
    const {[key]: notes} = kept('lines', {});
    this.show();
    if (notes !== undefined) {
      this.line = {...this.line, notes};
      this.ask({does: 'show'}, () => at);
    }
  }

  /** What names the line shown to the server. */
  get wish() {
    const {notes, path} = this.line;
    return {...this.asked, ...(notes === null ? {} : {notes}), path};
  }

  /** The plies of the line that lead to the position shown. */
  get plies() {
    return this.player.film.stops[this.player.at];
  }

  /** A player of a film, with what changes lines beside it. */
  film(film, at, reviews = false) {
    const player = new Player(film, at, reviews && this.found[1]);
    if (reviews) {
      player.reviews = true;
      player.take(...this.found);
    }
    player.panel.prepend(this.bar);
    player.follow = () => this.follow();
    let from = /** @type {any} */ (null);
    player.place.addEventListener('pointerdown', event => {
      from = event.isPrimary && event.button === 0 ? event : null;
    });
    player.place.addEventListener('pointerup', event => {
      const far = from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY);
      if (from && far < DRAGS && !event.target.closest('button')) this.click(event);
      from = null;
    });
    return player;
  }

  /** Take on what is found in the game itself. */
  take(notes, seeks, progress) {
    this.found = /** @type {[any, boolean, string]} */ ([notes ?? this.found[0], seeks, progress]);
    if (!this.line.path.length && !this.inputs.length) this.player.take(notes, seeks, progress);
  }

  /** Forget what was begun, and show the comment of another position. */
  follow() {
    const begun = this.inputs.length > 0;
    this.inputs = [];
    fill(this.answers);
    if (document.activeElement !== this.comment) { // where nothing is written now
      this.comment.value = this.line.said.find(([at]) => at === this.plies)?.[2] ?? '';
    }
    if (begun && !this.line.path.length) this.player.take(...this.found); // that came meanwhile
  }

  click(event) {
    const {player} = this, [x, y] = player.zoom.at(event);
    const cell = player.board.cellAt(x, y);
    player.playing = false;
    if (cell >= 0) this.go({click: cell});
  }

  type(event) {
    event.preventDefault();
    const text = this.typed.value.trim();
    this.inputs = [];
    if (text) this.go({type: text});
  }

  /** Go on with the move that is tried. */
  go(input) {
    this.inputs.push(input);
    const {plies: at, line: {path}} = this;
    return this.ask({does: 'try', at, path, inputs: [...this.inputs]});
  }

  /** Change what is said of the line; what is seen meanwhile stays. */
  change(does, said = '') {
    const {path} = this.line, stays = ['name', 'comment'].includes(does);
    return this.ask({does, at: this.plies, said, path}, stays && (() => this.player.at));
  }

  /**
   * Ask the server for a line, after what was asked before, and show it at a stop that is known
   * then, or else where the server says. @param {object} change @param {any} [stop]
   */
  ask(change, stop) {
    this.last = this.last.then(async () => {
      const {data, error} = await ask(this.address, {...this.wish, ...change});
      complain(this.trouble, error);
      if (error !== undefined) this.player.show();
      else if (data.trial) this.begun(data.trial);
      else {
        if ('inputs' in change) this.typed.value = ''; // else it may just be typed
        this.turn(data, stop);
      }
    });
    return this.last;
  }

  /** Show a line, and keep what has changed. @param {Line} line @param {any} stop */
  turn(line, stop) {
    const changed = line.notes !== (this.line.notes ?? ''), film = line.film ?? this.game;
    const at = stop ? stop() : Math.max(0, film.stops.findLastIndex(each => each <= line.at));
    this.line = line;
    if (changed) this.keep(line.notes);
    const {player} = this;
    if (player.film !== film) {
      player.seek(player.at); // which ends what is played
      player.zoom.close();
      const typing = /** @type {any} */ (document.activeElement);
      this.player = this.film(film, at, !line.film);
      player.element.replaceWith(this.player.element);
      if (this.bar.contains(typing)) typing.focus({preventScroll: true}); // what moves loses it
    }
    this.show();
    this.player.seek(at);
  }

  /** Keep the branches of this game; those of others that are seen least lately go. */
  keep(notes) {
    forgetLines(this.key);
    keep('lines', Object.fromEntries(
      [...Object.entries(kept('lines', {})), [this.key, notes]].slice(-MOST)));
  }

  /** Show what is selected, and what is asked. */
  begun(trial) {
    const view = apply(null, trial), {board} = this.player;
    board.show({...view, prompt: null});
    fill(this.answers, view.prompt && [view.prompt.title, (view.prompt.options ?? []).map(([name, text]) => (
      h('button', {type: 'button', onclick: () => this.go({press: name})}, text)))]);
  }

  /** Show the branches that leave the line, its name, and what is said at its positions. */
  show() {
    const {player, line} = this, at = plies => player.film.stops.indexOf(plies);
    const act = (key, does) => h('button', {type: 'button', onclick: does}, say(key));
    this.name.value = line.name;
    this.name.placeholder = say('page.lines.name');
    fill(this.branch, line.path.length > 0 && [this.name,
      act('page.lines.delete', () => this.change('delete')),
      act('page.lines.leave', () => this.change('leave'))]);
    fill(this.list, line.rows.map(([path, , text]) => h('li', {}, h('button', {type: 'button',
      'data-branch': path.join('.'), onclick: () => this.ask({does: 'show', at: 1, path})},
    `↳ ${text}`))));
    player.said = new Map(line.said.map(([plies, text]) => [at(plies), text]));
    player.show();
  }

  /** Play on from the position shown, or one before, as a match. */
  async playOn(address, before = 0) {
    const at = this.player.film.stops[Math.max(0, this.player.at - before)];
    const {data, error} = await ask(address, {...this.wish, at});
    complain(this.trouble, error);
    const own = data?.seats.find(seat => seat.kind === 'me');
    if (!own) return;
    remember(data.id, own.secret, '', {branch: true});
    go(seatLink(data.id, own.secret));
  }
}
