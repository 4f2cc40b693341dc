// A film of a match: the board at every position, the log, and who was ahead. It needs no server.
import {Board, addSheet} from './board.js';
import {apply} from './difference.js';
import {fill, h, svg} from './dom.js';
import {Motion, dieOf} from './motion.js';

/** A lead of so much is drawn at three quarters of the height; and how long a position is shown. */
const EVEN = 400, PACE = 900;
const STAR = '★', MISTAKE = '?', WIDE = 1000, HIGH = 120;

/** The signs on the buttons. */
const SIGNS = /** @type {Record<string, string>} */ ({
  first: 'M5 4V20M19 4L8 12L19 20Z', back: 'M17 4L6 12L17 20Z', play: 'M4 4L13 12L4 20ZM13 4L22 12L13 20Z',
  pause: 'M7 4V20M17 4V20', on: 'M7 4L18 12L7 20Z', last: 'M19 4V20M5 4L16 12L5 20Z',
});

/** Shows one film; `element` has all of it, `over` is called when another position is shown. */
export class Player {
  /** @param {any} film @param {{over?: () => any, at?: number}} [opts] */
  constructor(film, opts = {}) {
    this.film = film;
    this.over = opts.over ?? (() => {});
    /** @type {any[]} */
    this.views = [];
    for (const frame of film.frames) this.views.push(apply(this.views.at(-1) ?? null, frame));
    this.end = this.views.length - 1;
    this.notes = new Map((film.notes ?? []).map((/** @type {any} */ note) => [note[0], note]));
    this.motion = new Motion(() => {});
    this.run = 0;
    this.place = h('div', {class: 'place'});
    this.headline = h('p', {class: 'headline'});
    this.note = h('p', {class: 'message', role: 'status'});
    this.dice = h('p', {class: 'fallen', hidden: !this.views[0].rolls});
    this.slider = h('input', {type: 'range', min: 0, max: this.end, 'aria-label': this.say('film.log'),
      oninput: () => this.seek(Number(this.slider.value))});
    this.log = h('ol', {class: 'log', 'aria-label': this.say('film.log')});
    this.curve = svg('svg', {class: 'curve', viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img', 'aria-label': this.say('film.curve'),
      preserveAspectRatio: 'none'});
    this.curve.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => this.seekAt(event));
    this.legend = h('p', {class: 'muted legend'});
    this.buttons = h('div', {class: 'row steps', role: 'toolbar', 'aria-label': this.say('film.log')});
    this.panel = h('div', {class: 'film-panel'}, this.headline, this.curve, this.legend, this.slider, this.buttons, this.note,
      this.dice, this.log);
    this.element = h('div', {class: 'film', onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event)},
      this.place, this.panel);
    this.drawLog();
    this.at = opts.at ?? 0;
    this.show();
  }

  /** @param {string} key @param {Record<string, any>} [values] */
  say(key, values = {}) {
    return (this.film.texts[key] ?? key).replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ name) => `${values[name]}`);
  }

  get view() {
    return this.views[this.at];
  }

  // Going through it

  /** Show the position at a stop. @param {number} at */
  seek(at) {
    this.run++;
    this.playing = false;
    this.motion.skip();
    this.at = Math.max(0, Math.min(this.end, at));
    this.show();
  }

  /** Show the next move as it was made; false at the end. */
  async step() {
    if (this.at >= this.end) return false;
    const run = ++this.run, before = this.view, {news} = this.film.frames[++this.at];
    this.showBoard();
    if (news && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      await this.motion.play(/** @type {any} */ (this.board), before.units, news, {speed: 1});
    }
    if (run === this.run) this.show();
    return run === this.run;
  }

  /** Play on from here, or from the beginning after the end, until it is stopped. */
  async play() {
    if (this.at === this.end) this.seek(0);
    this.playing = true;
    this.showButtons();
    while (this.playing && await this.step()) await this.motion.wait(this.motion.skipped ? 0 : PACE);
    this.playing = false;
    this.showButtons();
  }

  /** Go to the stop nearest to a place on the curve. @param {PointerEvent} event */
  seekAt(event) {
    const {left, width} = this.curve.getBoundingClientRect(), {stops} = this.film;
    const wanted = (event.clientX - left) / width * stops.at(-1);
    const apart = stops.map((/** @type {number} */ stop) => Math.abs(stop - wanted));
    this.seek(apart.indexOf(Math.min(...apart)));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const own = event.target === this.slider || event.ctrlKey || event.altKey || event.metaKey;
    const goes = /** @type {Record<string, number>} */ ({ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.end});
    if (own || !(event.key in goes)) return;
    event.preventDefault();
    this.seek(goes[event.key]);
  }

  // What is shown

  show() {
    this.showBoard();
    const {view, at} = this, note = this.notes.get(at), better = note?.[3]?.length ? [{cells: note[3], facing: note[4]}] : [];
    const units = view.units.map((/** @type {any} */ unit) => ({...unit, can_act: false}));
    this.board?.show({...view, units, hints: better, prompt: null});
    fill(this.headline, at === this.end && view.over ? `${view.over.headline} ${view.over.reason}` : view.headline);
    fill(this.note, note?.[2] ?? this.say(at ? 'window.review.quiet' : 'window.review.start'));
    this.slider.value = `${at}`;
    this.slider.setAttribute('aria-valuetext', this.say('film.place', {at, all: this.end}));
    this.showDice();
    this.showButtons();
    this.showCurve();
    this.showLine();
    this.over();
  }

  /** Draw the ground that holds at this position, if it is another one. */
  showBoard() {
    const [, drawn] = this.film.boards.filter((/** @type {any} */ [from]) => from <= this.at).at(-1);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    addSheet(this.film.sheet, drawn.prefix);
    this.board = new Board(this.view, drawn);
    this.board.element.setAttribute('role', 'img');
    this.board.element.setAttribute('aria-label', this.film.title);
    this.board.layers.cells.replaceChildren(); // nothing is clicked here
    fill(this.place, this.board.element);
  }

  /** The dice that fell in the move shown. */
  showDice() {
    const {dice} = this.view, fell = dice && (this.film.frames[this.at].news ?? []).some((/** @type {any} */ each) => each.kind === 'dice');
    fill(this.dice, fell && dice.faces.map((/** @type {string} */ face, /** @type {number} */ at) => svg(
      'svg', {viewBox: '0 0 100 100', width: 32, height: 32, role: 'img', 'aria-label': face}, dieOf(this.board, face, dice.hits[at]))),
    fell && h('span', {}, [dice.caption, dice.expected].filter(Boolean).join(' · ')));
  }

  showButtons() {
    const {at, end} = this, step = (/** @type {string} */ name, /** @type {() => any} */ act, off = false) => (
      h('button', {type: 'button', 'aria-label': this.say(`film.${name}`), disabled: off, 'data-step': name, onclick: act},
        svg('svg', {viewBox: '0 0 24 24', class: 'sign', 'aria-hidden': true}, svg('path', {d: SIGNS[name]}))));
    const held = this.buttons.querySelector(':focus')?.dataset.step;
    fill(this.buttons, step('first', () => this.seek(0), at === 0), step('back', () => this.seek(at - 1), at === 0),
      this.playing ? step('pause', () => this.seek(this.at)) : step('play', () => this.play(), end === 0),
      step('on', () => this.step(), at === end), step('last', () => this.seek(end), at === end));
    this.buttons.querySelector(`[data-step="${{play: 'pause', pause: 'play'}[held] ?? held}"]`)?.focus();
  }

  /** Who was ahead after each stop, in the colours of the sides. */
  showCurve() {
    const {stops, scores, points, turns} = this.film, [one, other] = this.drawn.sides, middle = HIGH / 2;
    const x = (/** @type {number} */ stop) => stop / Math.max(1, stops.at(-1)) * WIDE;
    const leads = scores.map((/** @type {number} */ score) => -middle * Math.tanh(score / EVEN));
    const area = (/** @type {(lead: number) => number} */ part) => `M0 ${middle}${leads.map(
      (/** @type {number} */ lead, /** @type {number} */ at) => `L${x(stops[at])} ${middle + part(lead)}`).join('')}L${WIDE} ${middle}Z`;
    fill(this.curve,
      svg('path', {d: area(lead => Math.min(0, lead)), fill: one.top}), svg('path', {d: area(lead => Math.max(0, lead)), fill: other.top}),
      svg('path', {class: 'even', d: `M0 ${middle}H${WIDE}`}),
      points.map((/** @type {number} */ stop) => svg('path', {class: 'point', d: `M${x(stop)} 0V${HIGH}`})),
      svg('path', {class: 'here', d: `M${x(stops[this.at])} 0V${HIGH}`}));
    this.curve.classList.toggle('none', turns.length < 2);
    fill(this.legend, this.say('window.review.legend', {star: STAR, mistake: MISTAKE}));
  }

  /** All lines of the log; each leads to where it had happened. */
  drawLog() {
    const lines = this.views[this.end].log, {stops, points} = this.film;
    const used = new Set();
    fill(this.log, lines.map((/** @type {any} */ line) => {
      const at = stops.findIndex((/** @type {number} */ stop) => stop >= (line.plies ?? 0)), first = !line.heading && !used.has(at);
      if (!line.heading) used.add(at);
      const signs = first && [points.includes(stops[at]) && STAR, this.isMistake(at) && MISTAKE].filter(Boolean).join('');
      const item = h('button', {type: 'button', class: 'plain', 'data-at': at, onclick: () => this.seek(at)},
        signs && h('b', {}, signs), line.number ? `${line.number} ` : '', line.text);
      const side = this.film.boards[0][1].sides[line.side];
      if (side) item.style.setProperty('--side', side.top);
      return h('li', {class: line.heading ? 'heading' : undefined}, item);
    }));
  }

  /** @param {number} at */
  isMistake(at) {
    return ['mistake', 'missed'].includes(this.notes.get(at)?.[1]);
  }

  /** Take on what is said of moves now. @param {any[]} notes */
  take(notes) {
    this.notes = new Map(notes.map(note => [note[0], note]));
    this.drawLog();
    this.show();
  }

  /** Mark the line of the position shown, and bring it into sight. */
  showLine() {
    this.log.querySelectorAll('[aria-current]').forEach((/** @type {Element} */ each) => each.removeAttribute('aria-current'));
    const lines = [...this.log.querySelectorAll(`[data-at="${this.at}"]`)], line = lines.find(each => !each.closest('.heading')) ?? lines[0];
    line?.setAttribute('aria-current', 'step');
    const item = /** @type {HTMLElement|null|undefined} */ (line?.closest('li'));
    if (item) this.log.scrollTop = item.offsetTop - this.log.clientHeight / 2;
  }
}
