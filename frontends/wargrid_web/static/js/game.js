// The game screen: a seat of a match, its board and its panels; what the player does goes to the
// seat.
import {Board, addSheet} from './board.js';
import * as dialogs from './dialogs.js';
import {announce, fill, go, h} from './dom.js';
import {Input} from './input.js';
import {games, remember} from './mine.js';
import {Motion} from './motion.js';
import {Panels} from './panels.js';
import {Seat} from './protocol.js';
import {choose, keep, kept, say, settings, still} from './settings.js';
import {hear} from './sound.js';
import {Zoom} from './zoom.js';

/** What a click on a log line or a key shows of the pictures; the letters of `ask: board:…`. */
const wishes = flipped => [
  flipped && 'f', settings.palette === 'safe' && 's', settings.pieces === 'characters' && 'c',
].filter(Boolean).join('');

/**
 * Show the match of an address; the secret of the seat is behind `#`, or kept in this browser.
 * @param {HTMLElement} main
 * @param {string} match
 */
export function show(main, match) {
  const game = new Game(main, match, location.hash.slice(1));
  return () => game.close();
}

/** One match on the screen. */
export class Game {
  /** @param {HTMLElement} main @param {string} match @param {string} secret */
  constructor(main, match, secret) {
    this.main = main;
    this.match = match;
    const known = games().find(each => each.match === match);
    this.secret = secret || known?.secret || '';
    this.motion = new Motion(hear);
    /** @type {Board|null} */
    this.board = null;
    /** @type {any} */
    this.dice = null;
    /** @type {readonly number[]} */
    this.pointed = [];
    this.hover = -1;
    this.byKeys = false;
    this.note = '';
    this.turnedBy = false;
    this.low = new Set();
    /** @type {any[]} */
    this.again = [];
    this.place = h('div', {class: 'place'});
    this.panels = new Panels(this);
    this.zoom = new Zoom(this);
    this.input = new Input(this);
    main.className = 'game';
    Object.assign(main, {game: this}); // for scripts that play and measure
    fill(main, h('h1', {class: 'unseen'}, say('web.page.match')), this.place, this.panels.element,
      h('p', {class: 'waiting'}, say('page.opening')));
    this.seat = new Seat(match, this.secret, {
      update: (before, update) => this.update(before, update), state: () => this.showState(),
    });
    this.ticking = setInterval(() => this.tick(), 250);
    this.redraw = event => this.settle(/** @type {CustomEvent} */ (event).detail);
    addEventListener('settings', this.redraw);
  }

  get view() {
    return this.seat.view;
  }

  close() {
    removeEventListener('settings', this.redraw);
    clearInterval(this.ticking);
    this.motion.skip();
    this.input.close();
    this.zoom.close();
    this.seat.close();
    document.title = 'Wargrid';
  }

  // What comes

  /** Show what has come: first what moves, then how it is now. @param {any} before
   * @param {any} update */
  async update(before, update) {
    if (!this.view) return;
    if (!this.board || this.isOther(before)) await this.draw();
    if (!this.board) return;
    this.again.push(...(update.replay ?? []));
    const news = (update.news ?? []).filter(each => !(this.view.by_hand && each.kind === 'dice'));
    if (before && news.length && !still() && !document.hidden) {
      const {rest} = this.board.drawn.lasts, acts = this.view.computers.some(
        side => this.view.sides[side].to_act);
      this.panels.hold(before);
      await this.motion.play(this.board, before.units, news, {speed: settings.speed, rest: acts
        ? rest : 0});
    } else if (news.length) {
      news.forEach(each => hear(each.forced ? 'panic' : this.board?.drawn.sounds[each.kind]));
    }
    while (this.again.length) await this.showAgain(this.again.shift());
    if (update.set?.clocks || update.lists?.clocks) this.tick();
    this.show();
    this.tell(before);
  }

  /** Whether the ground is another one than before. @param {any} before */
  isOther(before) {
    return ['walls', 'terrain', 'zones', 'settings', 'places'].some(name => (
      before && before[name] !== this.view[name]
        && `${JSON.stringify(before[name])}` !== JSON.stringify(this.view[name])));
  }

  /** Ask for the pictures, and draw the board anew. */
  async draw() {
    if (!this.turnedBy) {
      const own = this.view.sides.find(side => side.side === this.view.seats[0]);
      this.flipped = own?.forward === 180;
    }
    const [{board}, sheet] = await this.pictures();
    if (!board || !sheet) return;
    addSheet(sheet, board.prefix);
    this.board = new Board(this.view, board, {
      flipped: this.flipped, coordinates: settings.coordinates, label: cell => this.label(cell),
    });
    const {element} = this.board;
    element.setAttribute('role', 'grid');
    element.setAttribute('tabindex', '0');
    element.setAttribute('aria-label', say('page.board', {game: this.view.ruleset_name}));
    this.main.querySelector('.waiting')?.remove();
    this.zoom.take(this.board);
    fill(this.place, element, this.zoom.buttons);
    this.input.listen(this.board);
    this.panels.draw(board);
  }

  /** @returns {Promise<[any, string]>} the answer about the board, and the sheet that it uses */
  async pictures() {
    const wished = wishes(Boolean(this.flipped));
    const answer = await this.seat.ask(wished ? `board:${wished}` : 'board');
    if (!answer.board) {
      this.say(say('page.no_pictures'), 'refusal');
      return [{}, ''];
    }
    if (document.getElementById(`${answer.board.prefix}sheet`)) return [answer, ' '];
    const sheet = await fetch(answer.board.sheet).then(each => (each.ok ? each.text() : ''),
      () => '');
    return [answer, sheet];
  }

  /** Show an action of a turn once more. @param {any} action */
  async showAgain(action) {
    if (!this.board) return;
    this.dice = action.dice ?? null;
    this.panels.showDice();
    this.note = say('window.again', {touch: say('keys.space')});
    this.panels.showMessage();
    const rest = 1000;
    await this.motion.play(this.board, action.units, action.steps, {speed: settings.speed || 1,
      rest, again: true});
    if (this.motion.skipped) this.again = [];
    this.note = '';
  }

  /** Draw the view as it is now. */
  show() {
    const {board, view} = this;
    if (!board || !view || this.motion.playing) return;
    const scale = this.zoom.scale;
    board.show(view, {hover: this.hover, pointed: [...this.pointed, ...(view.guide?.points ?? [])],
      cursor: this.byKeys, scale});
    const at = this.byKeys && view.cursor !== null ? `cell-${view.cursor}` : null;
    if (at) board.element.setAttribute('aria-activedescendant', at);
    else board.element.removeAttribute('aria-activedescendant');
    this.panels.show();
    const mine = view.seats.some(side => view.sides[side].to_act) && !view.over;
    const badge = mine && view.sides.length > view.seats.length ? '● ' : '';
    document.title = `${badge}${view.headline} – ${view.ruleset_name}`;
  }

  /** Let a screen reader say what is new, and warn of what matters. @param {any} before */
  tell(before) {
    const {view} = this, said = [];
    const count = before?.log.length ?? view.log.length;
    if (before && view.log.length > count) said.push(...view.log.slice(count).map(
      line => line.text));
    if (before && before.headline !== view.headline) said.push(view.headline);
    if (view.message && view.message !== before?.message) said.push(view.message);
    if (view.prompt && JSON.stringify(view.prompt) !== JSON.stringify(before?.prompt)) {
      said.push(view.prompt.title, view.prompt.brief ?? '');
    }
    if (this.byKeys && view.cursor !== null && (view.cursor !== before?.cursor
      || view.selected !== before?.selected)) {
      said.push(this.label(view.cursor));
    }
    announce(said.filter(Boolean).join('. '));
    if (view.over && !before?.over && before) {
      hear(view.over.winner === null || view.seats.includes(view.over.winner) ? 'victory'
        : 'defeat');
      dialogs.over(this);
    }
    const {rematch} = this.seat.room;
    if (rematch && view.over) go(`/m/${rematch}#${this.secret}`);
  }

  /** What stands on a cell and can be done there, in words. @param {number} cell */
  label(cell) {
    const {view} = this, unit = view.units.find(each => each.cell === cell);
    const parts = [view.cell_names[cell]];
    if (unit) {
      parts.push(say('page.unit', {unit: unit.name, side: view.sides[unit.side].name}));
      if (unit.full_men > 1) parts.push(say('page.men', {men: unit.men, full: unit.full_men}));
      if (unit.facing !== null && unit.facing !== undefined && view.facings > 1) {
        parts.push(say(`page.facing.${view.facing_words[unit.facing]}`));
      }
      if (unit.can_act) parts.push(say('page.can_act'));
    }
    const ground = view.legend.find(each => each.word === view.terrain[cell]);
    if (ground) parts.push(ground.name);
    if (view.selected === cell) parts.push(say('page.selected'));
    const marks = new Set(view.marks.filter(mark => mark.cell === cell && mark.kind !== 'turn')
      .map(mark => mark.kind));
    for (const kind of marks) parts.push(say(`page.mark.${kind}`));
    for (const marker of view.markers) if (marker.cell === cell) parts.push(
      `${marker.name} ${marker.text}`);
    return parts.join(', ');
  }

  /** Say something that the table does not. */
  say(text, tone = 'info') {
    this.note = text;
    this.noteTone = tone;
    this.panels.showMessage();
    announce(text);
  }

  /** Show whether there is a connection; a page older than its server is loaded again. */
  showState() {
    const {seat} = this;
    if (seat.state === 'open') this.remember();
    const trouble = seat.reason ? say(seat.reason === 'other_protocol' ? 'page.old'
      : `remote.${seat.reason}`) : '';
    const waiting = this.main.querySelector('.waiting');
    if (trouble && waiting) fill(waiting, trouble, ' ', h('a', {href: '/'}, say('page.lobby')));
    this.panels.showTrouble(trouble, seat.reason === 'other_protocol');
    if (trouble) announce(trouble);
  }

  /** Keep the link in this browser, and load the page again if the server has a newer one. */
  remember() {
    const {welcome} = this.seat, own = import.meta.url.split('/').at(-3);
    if (/^[0-9a-f]{16}$/.test(welcome.version) && welcome.version !== own
      && kept('loaded') !== welcome.version) {
      keep('loaded', welcome.version);
      location.reload();
      return;
    }
    remember({match: this.match, secret: this.secret, ruleset: welcome.ruleset,
      seat: welcome.seat ?? null, at: Date.now()});
  }

  /** Take on other settings. @param {Record<string, any>} changes */
  async settle(changes) {
    if ('confirm' in changes) this.seat.send({confirms: settings.confirm});
    if (['palette', 'pieces', 'coordinates'].some(name => name in changes)
      && this.view) await this.draw();
    this.show();
  }

  /** Count the clocks and the seconds of thinking on. */
  tick() {
    if (!this.view) return;
    this.panels.showClocks();
    const low = this.seat.clocks.flatMap((clock, side) => (
      clock.runs && clock.left <= (clock.low_at ?? 0) ? [side] : []));
    for (const side of low) {
      if (!this.low.has(side) && this.view.seats.includes(side)) {
        hear('clock');
        this.say(say('table.clock.warning', {side: this.view.sides[side].name}), 'refusal');
      }
    }
    this.low = new Set(low);
  }

  // What the player does

  /** Carry out an action: a command of the table, or one of the page. @param {string} action */
  act(action) {
    this.note = '';
    this.dice = null;
    this.pointed = [];
    const own = /** @type {Record<string, () => any>} */ ({
      help: () => dialogs.help(this), rules: () => dialogs.rules(this),
        menu: () => dialogs.menu(this),
      settings: () => dialogs.settingsDialog(), flip: () => this.flip(),
        result: () => dialogs.over(this),
      sound: () => choose({sound: !settings.sound}), lobby: () => go('/'),
        record: () => this.record(),
      odds: () => choose({odds: settings.odds === 'brief' ? 'full' : 'brief'}),
    });
    if (own[action]) own[action]();
    else this.do({press: action});
  }

  /** Send what the player does; without a connection nothing is done.
   * @param {Record<string, any>} what */
  do(what) {
    if (this.motion.playing) this.motion.skip();
    this.again = [];
    this.note = '';
    this.pointed = [];
    this.dice = null;
    this.seat.send(what);
  }

  /** @param {number} cell */
  click(cell) {
    this.do({click: cell});
  }

  /** Turn the board half round. */
  async flip() {
    this.flipped = !this.flipped;
    this.turnedBy = true;
    await this.draw();
    this.show();
  }

  /** Point out where a line of the log happened, with its dice, or show a turn again. */
  async pointOut(number) {
    const line = this.view.log[number];
    if (line.heading) {
      this.do({press: `replay:${number}`});
      return;
    }
    this.pointed = line.cells;
    const {dice} = await this.seat.ask(`dice:${number}`);
    this.dice = dice ?? null;
    this.show();
  }

  /** Offer the record of a match that is over as a file. */
  async record() {
    const {record} = await this.seat.ask('record');
    if (!record) return this.say(say('page.no_record'), 'refusal');
    const link = h('a', {href: URL.createObjectURL(new Blob([record])),
      download: `${this.match}.wargrid`});
    link.click();
    URL.revokeObjectURL(link.href);
  }
}
