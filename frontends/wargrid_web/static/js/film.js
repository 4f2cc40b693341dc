// A film of a match: the board at every position, the log, and who was ahead. It needs no server.
import {Board, addSheet, diceOf} from './board.js';
import {apply} from './difference.js';
import {byArrows, drawing, fill, h, pairs, refill, svg} from './dom.js';
import {Motion} from './motion.js';
import {say, still} from './settings.js';
import {Zoom} from './zoom.js';

/** A lead of so much is drawn at three quarters of the height; and how long a position is shown. */
const EVEN = 400, PACE = 900;
const STAR = '★', MISTAKE = '?', WIDE = 1000, HIGH = 120;

/** The signs on the buttons. */
const SIGNS = {
  first: 'M5 4V20M19 4L8 12L19 20Z', back: 'M17 4L6 12L17 20Z', pause: 'M7 4V20M17 4V20',
  play: 'M4 4L13 12L4 20ZM13 4L22 12L13 20Z', on: 'M7 4L18 12L7 20Z',
  last: 'M19 4V20M5 4L16 12L5 20Z',
};

/** Shows one film, from one of its stops on; `element` has all of it. */
export class Player {
  /** `seeks`: better moves are being sought, and will be given to `take`. */
  constructor(film, at = 0, seeks = false) {
    this.film = film;
    this.views = /** @type {import('./types.js').View[]} */ ([]);
    for (const frame of film.frames) this.views.push(apply(this.views.at(-1) ?? null, frame));
    this.end = this.views.length - 1;
    this.notes = new Map(film.notes?.map(note => [note[0], note]));
    this.seeks = this.reviews = seeks;
    this.said = new Map(); // comments at stops, which change while the film is seen
    this.follow = () => {}; // what is done at another position
    this.motion = new Motion(() => {});
    this.at = 0;
    this.revealed = -1;
    this.run = 0;
    this.board = /** @type {any} */ (null);
    this.place = h('div', {class: 'place', role: 'img'});
    this.zoom = new Zoom(this.place, () => this.show(), event => this.zoom.touch(event, true));
    this.headline = h('p', {class: 'headline'});
    this.note = h('p', {class: 'message', role: 'status'});
    this.dice = h('p', {class: 'fallen', hidden: !this.views[0].rolls});
    this.slider = h('input', {type: 'range', min: 0, max: this.end, 'aria-label': say('film.log'),
      oninput: () => this.seek(Number(this.slider.value))});
    this.log = h('ol', {class: 'log', tabIndex: 0, 'aria-label': say('film.log'),
      onkeydown: byArrows});
    this.curve = svg('svg', {class: 'curve', viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img',
      'aria-label': say('film.curve'), preserveAspectRatio: 'none'});
    this.curve.addEventListener('click', event => this.seekAt(event));
    this.buttons = h('div', {class: 'row steps', role: 'toolbar', 'aria-label': say('film.log')});
    this.panel = h('div', {class: 'film-panel'}, this.dice, this.log, this.legend(),
      film.luck?.length > 0 && pairs(film.luck, 'luck'));
    this.element = h('div', {class: 'film'}, this.place,
      this.headline, this.note, h('div', {class: 'controls'}, this.curve, this.slider,
        this.buttons), this.panel);
    this.drawLog();
    this.seek(at);
    const keys = event => (this.element.isConnected ? this.key(event)
      : removeEventListener('keydown', keys));
    addEventListener('keydown', keys); // wherever the focus is
  }

  get view() {
    return this.views[this.at];
  }

  /** Show the position at a stop. @param {number} at */
  seek(at) {
    this.run++;
    this.playing = false;
    this.motion.skip();
    this.at = Math.max(0, Math.min(this.end, at));
    this.show();
  }

  /** Show the next move with its animation; false at the end. */
  async step() {
    if (this.at >= this.end) return false;
    const run = ++this.run, before = this.view, {news} = this.film.frames[++this.at];
    this.showBoard();
    if (news && !still()) await this.motion.play(this.board, before.units, news, {speed: 1});
    if (run === this.run) this.show();
    return run === this.run;
  }

  /** Play on from here, or from the beginning after the end, until it is stopped. */
  async play() {
    if (this.at === this.end) this.seek(0);
    this.playing = true;
    this.showButtons();
    while (this.playing && await this.step()) {
      await this.motion.wait(this.motion.skipped ? 0 : PACE);
    }
    this.playing = false;
    this.showAll(); // with what was found meanwhile
  }

  /** Go to the stop nearest to a place on the curve. */
  seekAt(event) {
    const {left, width} = this.curve.getBoundingClientRect(), {stops} = this.film;
    const wanted = (event.clientX - left) / width * stops.at(-1);
    const apart = stops.map(stop => Math.abs(stop - wanted));
    this.seek(apart.indexOf(Math.min(...apart)));
  }

  /** Go a move back or on, a turn with Ctrl, or to the ends. */
  key(event) {
    const {turns, stops} = this.film, {at} = this;
    const turn = far => stops.indexOf(far ?? stops.at(-1));
    const goes = event.ctrlKey ? {
      ArrowLeft: turn(turns.findLast(each => each < stops[at]) ?? 0),
      ArrowRight: turn(turns.find(each => each > stops[at])),
    } : {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.end};
    const typed = event.target.matches?.('input, select, textarea');
    if (typed || event.defaultPrevented || event.altKey || !(event.key in goes)) return;
    event.preventDefault();
    this.seek(goes[event.key]);
  }

  show() {
    this.showBoard();
    const {view, at} = this, [, , text, cells, facing] = this.notes.get(at) ?? [];
    const better = cells?.length > 0; // at a mistake: the board before it, and both moves
    const shown = better ? {...this.views[at - 1], under: view.under} : view;
    const units = shown.units.map(unit => ({...unit, can_act: false}));
    this.board.show({...shown, units, prompt: null});
    if (better) {
      this.board.compare([{cells, facing, sign: '1', style: 'best'},
        ...view.last.slice(-1).map(made => ({cells: made.cells, sign: MISTAKE, style: 'blow'}))]);
    }
    if (this.revealed !== at) this.zoom.reveal(view.last.at(-1)?.cells.at(-1));
    this.revealed = at; // what is moved aside there stays so
    fill(this.headline, better ? say('window.review.before', {better: 1, made: MISTAKE})
      : view.over ? view.over.reason || view.over.headline : view.headline);
    const said = [this.said.get(at), text].filter(Boolean).join(' ');
    fill(this.note, said || (this.seeks && this.progress || say(this.seeks ? 'page.review.seeks'
      : `window.review.${at ? 'quiet' : 'start'}`)));
    this.slider.value = `${at}`;
    this.slider.setAttribute('aria-valuetext', say('film.place', {at, all: this.end}));
    const news = this.film.frames[at].news ?? [], fell = news.some(each => each.kind === 'dice');
    fill(this.dice, fell && view.dice && [diceOf(this.board, view.dice, 32),
      [view.dice.caption, view.dice.expected].filter(Boolean).join(' · ')]);
    this.showButtons();
    this.showCurve();
    this.showLine();
    this.follow();
  }

  /** Draw the ground that holds at this position, if it is another one. */
  showBoard() {
    const [, drawn] = this.film.boards.findLast(([from]) => from <= this.at);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    addSheet(this.film.sheet, drawn.prefix);
    this.board = new Board(this.view, drawn);
    this.board.layers.cells.replaceChildren(); // nothing is clicked here
    this.place.ariaLabel = this.film.title;
    fill(this.place, this.board.element);
    this.zoom.take(this.board);
  }

  showButtons() {
    const {at, end} = this;
    const step = (sign, act, disabled = false, action = sign) => h('button', {type: 'button',
      disabled, 'aria-label': say(`film.${sign}`), 'data-action': action, onclick: act},
    drawing(24, 21, svg('path', {d: SIGNS[sign]})));
    refill(this.buttons, step('first', () => this.seek(0), at === 0),
      step('back', () => this.seek(at - 1), at === 0), this.playing
        ? step('pause', () => this.seek(this.at), false, 'play')
        : step('play', () => this.play(), end === 0),
      step('on', () => this.step(), at === end), step('last', () => this.seek(end), at === end),
      (this.reviews || this.mistakes.length > 0) && h('button', {type: 'button',
        'data-action': 'mistake', onclick: () => this.mistake()}, say('window.review.mistake')));
  }

  /** Who was ahead after each stop, in the colours of the sides. */
  showCurve() {
    const {stops, scores, points, turns} = this.film, [one, other] = this.drawn.sides;
    const middle = HIGH / 2, x = stop => stop / Math.max(1, stops.at(-1)) * WIDE;
    const leads = scores.map(score => -middle * Math.tanh(score / EVEN));
    const area = part => `M0 ${middle}${leads.map((lead, at) => (
      `L${x(stops[at])} ${middle + part(lead)}`)).join('')}L${WIDE} ${middle}Z`;
    fill(this.curve, svg('path', {d: area(lead => Math.min(0, lead)), fill: one.top}),
      svg('path', {d: area(lead => Math.max(0, lead)), fill: other.top}),
      svg('path', {class: 'even', d: `M0 ${middle}H${WIDE}`}),
      points.map(stop => svg('path', {class: 'point', d: `M${x(stop)} 0V${HIGH}`})),
      svg('path', {class: 'here', d: `M${x(stops[this.at])} 0V${HIGH}`}));
    this.curve.classList.toggle('none', turns.length < 2);
  }

  /** What the curve means: in which colour each side leads, and the signs. */
  legend() {
    const {sides} = this.film.boards[0][1];
    const lead = side => h('span', {}, svg('svg', {viewBox: '0 0 1 1', class: 'lead'},
      svg('path', {d: 'M0 0H1V1H0Z', fill: sides[side.side].top})),
    say('window.review.leads', {side: side.name}), ' · ');
    return h('p', {class: 'muted legend'}, this.views[0].sides.map(lead),
      say('window.review.legend', {star: STAR, mistake: MISTAKE}));
  }

  /** All lines of the log; each leads to where it had happened. */
  drawLog() {
    const {stops, points, boards} = this.film, used = new Set();
    fill(this.log, this.views[this.end].log.map(line => {
      const at = stops.findIndex(stop => stop >= (line.plies ?? 0));
      const first = !line.heading && !used.has(at);
      if (first) used.add(at);
      const signs = first && (points.includes(stops[at]) ? STAR : '')
        + (this.isMistake(at) ? MISTAKE : '');
      const item = h('button', {type: 'button', class: 'plain', tabIndex: -1, 'data-at': at,
        onclick: () => this.seek(at)}, signs && h('b', {}, signs),
      line.number ? `${line.number} ` : '', line.text);
      item.style.setProperty('--side', boards[0][1].sides[line.side]?.top ?? 'transparent');
      return h('li', {class: line.heading ? 'heading' : undefined}, item);
    }));
  }

  isMistake(at) {
    return ['mistake', 'missed'].includes(this.notes.get(at)?.[1]);
  }

  /** The stops after a mistake. */
  get mistakes() {
    return [...this.views.keys()].filter(at => this.isMistake(at));
  }

  /** Go to the next mistake, or after the last one to the first. */
  mistake() {
    const {mistakes} = this, next = mistakes.find(at => at > this.at) ?? mistakes[0];
    if (next !== undefined) this.seek(next);
    else fill(this.note, say(`window.review.${this.seeks ? 'seeking' : 'no_mistake'}`));
  }

  /** Take on what is said of moves, and how far the search is. @param {any[]|undefined} notes */
  take(notes, seeks, progress = '') {
    this.progress = progress;
    if (notes) this.notes = new Map(notes.map(note => [note[0], note]));
    this.seeks = seeks;
    if (!this.playing) this.showAll();
  }

  showAll() {
    this.drawLog();
    this.show();
  }

  /** Mark the line of the position shown, and bring it into sight. */
  showLine() {
    this.log.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const ended = this.notes.get(this.at)?.[1] === 'ended'; // not by a move: the last line tells
    const line = this.log.querySelector(ended ? 'li:last-child > *'
      : `:not(.heading) > [data-at="${this.at}"]`)
      ?? this.log.querySelector(`[data-at="${this.at}"]`);
    line?.setAttribute('aria-current', 'step');
    const middle = each => each.getBoundingClientRect().top + each.clientHeight / 2;
    for (const box of [this.log, this.panel]) { // which scrolls on a phone
      box.scrollTop = line ? box.scrollTop + middle(line) - middle(box) : 0;
    }
  }
}
