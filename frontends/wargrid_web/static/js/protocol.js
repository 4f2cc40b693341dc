// The protocol: a socket to one seat of a match, what is said on it, and the view it leads to.
import {apply} from './difference.js';
import {FairNumber} from './fair.js';
import {Hand} from './hand.js';
import {language, settings, touches} from './settings.js';

export const PROTOCOL = 1;

/** Codes after which it is of no use to try again, with the text `remote.…` that says why. */
const FINAL = {
  4400: 'malformed', 4401: 'no_seat', 4403: 'other_origin', 4426: 'other_protocol',
};
const FIRST_PAUSE = 500, LONGEST_PAUSE = 10_000, HOVER_PAUSE = 60;

/** After how many milliseconds without an answer that is said, and the connection is lost. */
const SLOW = 3_000, SILENCE = 10_000;

/** What is done at the board, for which the server has to know which unit is selected. */
const ACTS = ['click', 'press', 'type', 'hover', 'cursor', 'unit', 'enter'];

/** How often one asks whether the other end is still there: a dead line says nothing. */
const PROBE = 20_000;

/** One seat of a match, or the place of a watcher. */
export class Seat {
  /**
   * `on` has what is called: `update` with the view before and what has come, `state` when the
   * connection changes, `missed` when what was done last was not answered.
   * @param {string} match @param {string} secret
   */
  constructor(match, secret, on) {
    this.match = match;
    this.secret = secret;
    this.on = on;
    /** @type {'connecting'|'open'|'lost'|'closed'} */
    this.state = 'connecting';
    this.reason = '';
    /** @type {any} */
    this.view = null;
    this.welcome = this.room = /** @type {any} */ ({});
    this.since = performance.now();
    this.last = 0;
    this.awaited = 0;
    this.acknowledged = 0;
    this.queue = /** @type {any[]} */ ([]);
    this.said = /** @type {[number, string][]} */ ([]);
    this.known = Infinity; // how much of it had been said when the connection began
    this.busy = false;
    this.pause = FIRST_PAUSE;
    /** @type {Map<number, (answer: any) => void>} */
    this.asked = new Map();
    this.hovered = -1;
    this.hand = new Hand();
    this.number = new FairNumber(match, secret);
    const again = () => (this.state === 'lost' ? this.connect() : this.tellHere());
    this.gone = () => this.state === 'open' && this.lose(0);
    this.listening = new AbortController();
    addEventListener('online', again, this.listening);
    addEventListener('offline', this.gone, this.listening);
    document.addEventListener('visibilitychange', again, this.listening);
    this.probing = setInterval(() => this.send({ask: 'topic'}), PROBE);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.silence ??= setTimeout(() => this.lose(0), SILENCE);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.match}`);
    this.socket?.close();
    this.socket = socket;
    const hello = {protocol: PROTOCOL, secret: this.secret, language: language(),
      name: this.on.nameless ? '' : settings.name.slice(0, 60), touch: touches()};
    socket.onopen = () => socket.send(JSON.stringify(hello));
    socket.onmessage = event => socket === this.socket && this.take(JSON.parse(event.data));
    socket.onclose = event => socket === this.socket && this.lose(event.code);
  }

  /** Tell the server whether the player sees the page: one that is hidden is nobody who is here. */
  tellHere() {
    this.send({here: !document.hidden});
  }

  /** Say hello once more, by another name. */
  greet() {
    this.drop();
    this.become('connecting');
    this.connect();
  }

  /** @param {number} code */
  lose(code) {
    this.drop();
    const final = FINAL[/** @type {keyof typeof FINAL} */ (code)];
    this.become(final ? 'closed' : 'lost', final ?? (code === 4409 ? 'elsewhere' : 'lost'));
    if (final) return;
    this.timer = setTimeout(() => this.connect(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
  }

  /** @param {'connecting'|'open'|'lost'|'closed'} state */
  become(state, reason = '') {
    this.state = state;
    this.reason = reason;
    this.on.state();
  }

  close() {
    this.listening.abort();
    clearTimeout(this.timer);
    clearInterval(this.probing);
    this.drop();
  }

  /** Let go of the socket, of which nothing more is heard. */
  drop() {
    const {socket} = this;
    this.hand.free();
    for (const answer of this.asked.values()) answer({});
    this.asked.clear();
    clearTimeout(this.silence);
    this.socket = this.silence = undefined;
    socket?.close();
  }

  /**
   * Do something, such as `{click: 12}`, with what is selected; without a connection nothing is
   * done.
   */
  send(what) {
    if (this.state !== 'open' || !this.socket) return 0;
    const acts = ACTS.some(name => name in what), {hand} = this;
    const told = acts && hand.tells && {selected: hand.selected};
    this.socket.send(JSON.stringify({n: ++this.last, ...told, ...what}));
    if (acts) hand.sent(this.last);
    if (!('ask' in what)) this.awaited = this.last;
    this.silence ??= setTimeout(() => {
      this.become('open', 'slow');
      this.silence = setTimeout(this.gone, SILENCE - SLOW);
    }, SLOW);
    return this.last;
  }

  /** Point at a cell; the server is told when the pointer rests. @param {number} cell */
  hover(cell) {
    if (cell === this.hovered) return;
    this.hovered = cell;
    clearTimeout(this.pointing);
    this.pointing = setTimeout(() => this.send({hover: cell}), HOVER_PAUSE);
  }

  /**
   * Ask something that changes nothing.
   * @param {string} what @returns {Promise<import('./types.js').Answer>}
   */
  ask(what) {
    const n = this.send({ask: what});
    if (!n) return Promise.resolve(/** @type {any} */ ({}));
    return new Promise(answer => this.asked.set(n, answer));
  }

  take(message) {
    clearTimeout(this.silence);
    this.silence = undefined;
    if (this.reason === 'slow') this.become('open');
    if (message.kind === 'answer') {
      this.asked.get(message.n)?.(message);
      this.asked.delete(message.n);
    } else if (message.kind === 'welcome') {
      const missed = this.awaited > this.acknowledged;
      this.welcome = message;
      this.number.begin();
      this.queue = [];
      this.said = [];
      this.known = Infinity;
      this.awaited = 0;
      this.hovered = -1;
      this.pause = FIRST_PAUSE;
      this.become('open');
      if (missed) this.on.missed();
      if (document.hidden) this.tellHere();
      if (settings.confirm === 'never') this.send({confirms: false});
    } else {
      this.queue.push(message);
      this.advance();
    }
  }

  /** Whether everything that the player has done is done by the server, and shown. */
  get settled() {
    return this.state === 'open' && this.acknowledged >= this.awaited && !this.busy;
  }

  /** Take in what has come, one update after the other: each may take time to be shown. */
  async advance() {
    if (this.busy) return;
    this.busy = true;
    for (let update = this.queue.shift(); update; update = this.queue.shift()) {
      const before = this.view, whole = update.set?.places && update.set?.units;
      if (update.set?.clocks || update.lists?.clocks) this.since = performance.now();
      if (update.set || update.lists) this.view = apply(whole ? null : before, update);
      this.acknowledged = Math.max(this.acknowledged, update.ack ?? -1);
      if (update.room) this.enter(update.room);
      this.said.push(...update.said ?? []);
      if (this.known === Infinity) this.known = this.said.length;
      await this.on.update(before, update);
    }
    this.busy = false;
  }

  /** Take in who is there, and draw the number for fair dice. @param {any} room */
  enter(room) {
    this.room = room;
    const {draws} = room, {seat} = this.welcome;
    if (!draws || seat === null || seat === undefined) return;
    const said = this.number.due(seat, draws[0], draws[1], this.view?.computers ?? []);
    if (said) this.send(said);
  }

  /** The clocks now, which go on between two messages: milliseconds left of each side. */
  get clocks() {
    const passed = performance.now() - this.since;
    return (this.view?.clocks ?? []).map(clock => (
      {...clock, left: Math.max(0, (clock.left ?? 0) - (clock.runs ? passed : 0))}
    ));
  }
}
