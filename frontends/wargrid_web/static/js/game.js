// The game screen: a seat of a match, its board and its panels; what the player does goes to the
// seat.
import {Board, addSheet} from './board.js';
import {differs} from './difference.js';
import * as dialogs from './dialogs.js';
import {announce, download, fill, go, h} from './dom.js';
import {Input} from './input.js';
import {askWhose, games, hasOther, learning, noteLesson, remember} from './mine.js';
import {Motion} from './motion.js';
import {failed} from './page.js';
import {Panels, button} from './panels.js';
import {Seat} from './protocol.js';
import {choose, keep, kept, say, settings, still} from './settings.js';
import {hear} from './sound.js';
import {Zoom} from './zoom.js';

/** The parts of a view that the ground is drawn from. */
const GROUND = ['walls', 'terrain', 'zones', 'settings', 'places'];

/** After how many milliseconds of rest the server is told what is selected, for card and hint. */
const RESTS = 300;

/** How the board is to be drawn; the letters of `ask: board:…`. */
const wishes = flipped => (flipped ? 'f' : '') + (settings.palette === 'safe' ? 's' : '')
  + (settings.pieces === 'characters' ? 'c' : '');

/** Show the match of an address; the secret of its seat is behind `#`, or kept in this browser. */
export function show(main, match) {
  const secret = location.hash.slice(1);
  let left = false, game = /** @type {Game|null} */ (null);
  const sit = (second = false) => {
    if (!left) game = new Game(main, match, secret, second);
  };
  if (hasOther(match, secret)) {
    askWhose(main, match, secret, () => sit(true)).then(asked => asked || sit());
  } else sit();
  return () => {
    left = true;
    game?.close();
  };
}

/** One match on the screen. */
export class Game {
  /** The player has a `second` seat as that of a friend, who is not called so. */
  constructor(main, match, secret, second = false) {
    Object.assign(main, {game: this}); // for scripts that play and measure
    this.main = main;
    this.match = match;
    this.secret = secret || games().find(each => each.match === match)?.secret || '';
    this.second = second || games().some(each => each.secret === this.secret && each.second);
    this.asks = !this.second && !kept('nameless', false); // what the player is called
    this.people = /** @type {import('./people.js').People|null} */ (null);
    this.motion = new Motion(hear);
    this.board = /** @type {Board|null} */ (null);
    this.hover = -1;
    this.byKeys = false;
    this.low = new Set();
    this.again = /** @type {any[]} */ ([]);
    this.forget();
    this.place = h('div', {class: 'place'});
    this.panels = new Panels(this);
    this.zoom = new Zoom(this.place, () => this.show(), event => this.input.pointer(event));
    this.input = new Input(this);
    main.className = 'game';
    fill(main, h('h1', {class: 'unseen'}, say('web.page.match')), this.place, this.panels.element,
      h('p', {class: 'waiting'}, say('page.opening')));
    this.seat = new Seat(match, this.secret, {
      nameless: this.second,
      update: (before, update) => this.update(before, update), state: () => this.showState(),
      missed: () => this.say(say('remote.missed')),
    });
    this.ticking = setInterval(() => this.tick(), 250);
    this.redraw = event => this.settle(/** @type {CustomEvent} */ (event).detail);
    addEventListener('settings', this.redraw);
  }

  /** The view of the server, with what the player has in hand. */
  get view() {
    return this.seat.hand.shown(this.seat.view, this.board);
  }

  /** A command of the table, if it has it. @param {string} name */
  command(name) {
    return this.view.commands.find(each => each.name === name);
  }

  /** The key of what is done by a key in every game. @param {string} action */
  keyOf(action) {
    const found = Object.entries(this.seat.welcome.keys).find(([, means]) => means === action);
    return found?.[0].replace('f', 'F');
  }

  /** Forget what is said, pointed out or shown again beside the view. */
  forget() {
    this.note = '';
    this.dice = null;
    this.pointed = [];
    this.again = [];
  }

  close() {
    removeEventListener('settings', this.redraw);
    clearInterval(this.ticking);
    this.motion.skip();
    clearTimeout(this.resting);
    this.input.close();
    this.zoom.close();
    this.people?.close();
    this.seat.close();
  }

  /** Show what has come: first what moves, then how it is now. */
  async update(before, update) {
    if (!this.view) return;
    if (!this.people) this.meet();
    const other = before && GROUND.some(name => differs(before, this.view, name));
    if (!this.board || other) await this.draw();
    if (!this.board) return;
    if (!this.view.under) this.seat.ask(this.wishes); // after a lost connection
    this.again.push(...(update.replay ?? []));
    const news = (update.news ?? []).filter(each => !(this.view.by_hand && each.kind === 'dice'));
    await this.slides;
    const {hand} = this.seat, rest = hand.rest(news), units = rest && hand.moved(before.units);
    hand.follow(this.seat.view, this.seat.acknowledged);
    const left = rest ?? news, seen = before && left.length && this.animates;
    if (seen) {
      this.note = '';
      this.panels.hold(before);
      await this.play(units ?? before.units, left);
    } else this.hear(left);
    while (this.again.length) await this.showAgain(this.again.shift());
    if (update.set?.clocks || update.lists?.clocks) this.tick();
    this.show();
    this.tell(before);
    if (seen) await this.restAfter(before, news);
  }

  /** Wait before a computer goes on; step by step, only after an action of its own. */
  async restAfter(before, news) {
    const acts = ({computers, sides}) => computers.some(side => sides[side].to_act);
    const {rest, dice_rest: fallen} = /** @type {Board} */ (this.board).drawn.lasts;
    const steps = settings.speed === 'steps';
    if (!acts(this.view) || (steps && !acts(before))) return;
    if (steps) this.note = say('page.waits');
    this.panels.showMessage();
    await this.rest(news.some(each => each.kind === 'dice') ? Math.max(rest, fallen) : rest);
  }

  /** Whether what happens is shown step by step. */
  get animates() {
    return !still() && !document.hidden;
  }

  /** Let news be heard that are not shown. */
  hear(news) {
    news.forEach(each => hear(each.forced ? 'panic' : this.board?.drawn.sounds[each.kind]));
  }

  /** Ask for the pictures, and draw the board again. */
  async draw() {
    this.flipped ??= this.view.sides[this.view.seats[0]]?.forward === 180;
    const drawn = await this.pictures();
    if (!drawn) return;
    this.board = new Board(this.view, drawn, {
      flipped: this.flipped, coordinates: settings.coordinates !== 'hidden',
      label: cell => this.label(cell), role: 'grid', tabindex: 0,
      'aria-label': say('page.board', {game: this.view.ruleset_name}),
    });
    this.main.querySelector('.waiting')?.remove();
    fill(this.place, this.board.element, this.zoom.buttons);
    this.zoom.take(this.board);
    this.zoom.reveal(this.view.units.find(({side}) => this.view.seats.includes(side))?.cell);
    this.input.listen(this.board);
    this.panels.draw(drawn);
  }

  /** The question for pictures; what lies on the board is sent in the same way from then on. */
  get wishes() {
    return `board:${wishes(this.flipped)}`.replace(/:$/, '');
  }

  /** Ask how the board is drawn, and read the sheet that it uses; nothing if that cannot be. */
  async pictures() {
    const {board} = await this.seat.ask(this.wishes);
    if (!board) return this.lack();
    if (document.getElementById(`${board.prefix}sheet`)) return board;
    const sheet = await fetch(board.sheet).catch(() => null);
    if (sheet?.ok) addSheet(await sheet.text(), board.prefix);
    return sheet?.ok ? board : this.lack();
  }

  /** Say that there are no pictures, also where the board would be. */
  lack() {
    fill(this.main.querySelector('.waiting') ?? h('p', {}), say('page.no_pictures'));
    this.say(say('page.no_pictures'), 'refusal');
  }

  /** Show an action of a turn once more. */
  async showAgain({units, steps, dice = null}) {
    if (!this.board) return;
    this.dice = dice;
    this.panels.showDice();
    this.note = settings.speed === 'steps' ? say('page.waits')
      : say('window.again', {touch: say('keys.space')});
    this.panels.showMessage();
    await this.play(units, steps, true);
    await this.rest(1000);
    if (this.motion.skipped && settings.speed !== 'steps') this.again = [];
  }

  /** Play news from these units on. */
  async play(units, news, again = false) {
    await this.motion.play(/** @type {Board} */ (this.board), units, news,
      {speed: Number(settings.speed) || 1, again});
  }

  /** Let what was played be seen; step by step, until the player goes on. @param {number} ms */
  async rest(ms) {
    await this.motion.rest(settings.speed === 'steps' ? Infinity : ms);
    this.note = '';
  }

  /** Draw the present view. */
  show() {
    const {board, view} = this;
    if (!board || !view || this.motion.playing) return;
    board.show(view, {hover: this.hover, pointed: this.pointed,
      cursor: this.byKeys, scale: this.zoom.scale});
    const active = this.byKeys && view.cursor !== null;
    board.element.toggleAttribute('aria-activedescendant', active);
    if (active) board.element.setAttribute('aria-activedescendant', `cell-${view.cursor}`);
    this.panels.show();
    this.people?.show();
    this.main.classList.toggle('reads', this.hover >= 0 || view.selected !== null
      || !view.last.length || view.hints.length > 0);
    const mine = view.seats.some(side => view.sides[side].to_act) && !view.over;
    const badge = mine && view.sides.length > view.seats.length ? '● ' : '';
    document.title = `${badge}${view.headline} – ${view.ruleset_name}`;
  }

  /** Let a screen reader say what is new, and warn of what matters. */
  tell(before) {
    const {view} = this, other = name => view[name] && differs(before, view, name);
    const fresh = before ? view.log.slice(before.log.length) : []; // the headline names the turn
    const said = fresh.filter(line => !line.heading).map(line => line.text);
    if (before && other('last')) this.zoom.reveal(view.last.at(-1)?.cells.at(-1));
    if (other('headline')) said.push(view.headline);
    if (other('guide')) said.push(view.guide.say);
    if (other('message')) said.push(view.message);
    if (other('prompt')) said.push(view.prompt.title, view.prompt.brief);
    if (other('hints')) said.push(...view.hints.flatMap(hint => [hint.title, hint.why]));
    if (this.byKeys && view.cursor !== null && (view.cursor !== before?.cursor
      || view.selected !== before?.selected)) {
      this.zoom.reveal(view.cursor);
      this.follow(view.cursor);
      said.push(this.label(view.cursor));
    }
    announce(...said);
    if (view.over && !before?.over && before) {
      hear(view.over.winner === null || view.seats.includes(view.over.winner) ? 'victory'
        : 'defeat');
      dialogs.over(this);
    } else if (view.offer?.text !== before?.offer?.text) {
      dialogs.again(this);
    }
    noteLesson(this);
    const {rematch} = this.seat.room;
    if (before && rematch && rematch !== this.rematch && view.over) this.goOn('replace');
    this.rematch = rematch;
  }

  /** Bring a cell into sight, above the bar that lies over the page. @param {number} cell */
  follow(cell) {
    const box = document.getElementById(`cell-${cell}`)?.getBoundingClientRect();
    const bar = this.panels.buttons, lies = getComputedStyle(bar).position === 'sticky';
    const low = Math.min(innerHeight, lies ? bar.getBoundingClientRect().top : innerHeight);
    if (box) scrollBy(0, Math.min(0, box.top - 8) + Math.max(0, box.bottom + 8 - low));
  }

  /** Go to the match that followed this one. @param {'push'|'replace'} [how] */
  goOn(how) {
    go(`/m/${this.seat.room.rematch}#${this.secret}`, how);
  }

  /** What stands on a cell and can be done there, in words. @param {number} cell */
  label(cell) {
    const {view} = this, here = each => each.cell === cell, unit = view.units.find(here);
    const turned = unit && view.facings > 1 && view.facing_words[unit.facing];
    const ground = view.legend.find(each => each.word === view.terrain[cell])?.name;
    const marks = new Set(view.marks.filter(here).map(mark => mark.kind));
    marks.delete('turn');
    return [
      view.cell_names[cell],
      unit && say('page.unit', {unit: unit.name, side: view.sides[unit.side].name}),
      unit?.numbers, unit?.full_men > 1 && say('page.men', {men: unit.men, full: unit.full_men}),
      turned && say(`page.facing.${turned}`), unit?.can_act && say('page.can_act'), ground,
      view.selected === cell && say('page.selected'),
      ...[...marks].map(kind => say(`page.mark.${kind}`)),
      view.premove.includes(cell) && say('page.mark.premove'),
      ...view.markers.filter(here).map(({name, text}) => `${name} ${text}`),
    ].filter(Boolean).join(', ');
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
    if (seat.state === 'open') {
      this.note = '';
      this.remember();
    }
    const old = seat.reason === 'other_protocol';
    const trouble = seat.reason && say(old ? 'page.old' : `remote.${seat.reason}`);
    const reload = old && button('replay', say('page.reload'), () => location.reload());
    if (seat.state === 'closed' && !this.view) failed(this.main, trouble, reload);
    else this.panels.showTrouble(trouble, reload);
    if (this.view && !this.motion.playing) this.panels.showCommands();
    this.show(); // without what was in hand
    if (trouble) announce(trouble);
  }

  /** Show what concerns the other players; for a game alone nothing is read. */
  async meet() {
    const {talks, by_days} = this.seat.welcome, learns = learning(this.match);
    if (this.people || !(talks || by_days || learns)) return;
    const {People} = await import('./people.js');
    if (!this.view) return; // the first update calls again
    this.people ??= new People(this);
    this.people.show();
  }

  /** Keep the link in this browser, and load the page again if the server has a newer one. */
  remember() {
    const {welcome} = this.seat, own = import.meta.url.split('/').at(-3);
    if (/^[0-9a-f]{16}$/.test(welcome.version) && welcome.version !== own
      && kept('loaded') !== welcome.version) {
      keep('loaded', welcome.version);
      location.reload();
    } else if (!learning(this.match) // such a lesson is left by the way back
      && !((welcome.seat ?? -1) < 0 && hasOther(this.match, this.secret))) {
      remember(this.match, this.secret, welcome.ruleset, {second: this.second});
    }
  }

  /** Take on other settings. */
  async settle(changes) {
    if ('name' in changes) this.seat.greet();
    if ('confirm' in changes) this.seat.send({confirms: settings.confirm !== 'never'});
    const drawn = ['palette', 'pieces', 'coordinates'].some(name => name in changes);
    if (drawn && this.view) await this.draw();
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

  /** Carry out an action: a command of the table, or one of the page. @param {string} action */
  act(action) {
    const own = /** @type {Record<string, () => any>} */ ({
      help: () => dialogs.help(this),
      rules: () => dialogs.rules(this),
      menu: () => dialogs.menu(this),
      settings: () => dialogs.settingsDialog(),
      result: () => dialogs.over(this),
      review: () => go(`/review/${this.match}#${this.secret}`),
      flip: () => this.flip(),
      sound: () => choose({sound: !settings.sound}),
      odds: () => choose({odds: settings.odds === 'brief' ? 'full' : 'brief'}),
      record: () => this.record(),
      lobby: () => go('/'),
      ...this.seat.hand.selects && {cancel: () => this.letGo()},
      ...this.seat.room.rematch && {rematch: () => this.goOn()},
    });
    if (own[action]) own[action]();
    else this.do({press: action});
  }

  /** Send what the player does; without a connection nothing is done, which is said. */
  do(what) {
    if (this.waits()) return;
    this.seat.hand.clicked = -1;
    if (!this.seat.send(what)) this.panels.insist();
  }

  /** Whether what is done now only ends what is shown; all else that is said ends as well. */
  waits() {
    const waits = this.motion.playing && settings.speed === 'steps';
    this.motion.skip();
    if (!waits) this.forget();
    clearTimeout(this.resting);
    return waits;
  }

  /**
   * Click on a cell: what that does is drawn at once where it is known, and the server is told. A
   * token that was dragged there does not move any more.
   * @param {number} cell
   */
  click(cell, dragged = false) {
    if (this.waits()) return;
    const {seat, motion} = this, {hand, view} = seat;
    const does = seat.state === 'open' && hand.click(view, cell);
    if (does === 'selects') return this.rests();
    if (!seat.send({click: cell})) {
      this.panels.insist();
    } else if (does === 'moves') {
      const news = [{kind: 'move', ...hand.move}];
      const slides = !dragged && this.animates && !motion.playing && settings.speed !== 'steps';
      if (slides) this.slides = this.play(view.units, news).then(() => this.show());
      else this.hear(news);
    }
    this.show();
  }

  /** Let go of a unit of whose selection the server does not know. */
  letGo() {
    if (this.waits()) return;
    this.seat.hand.select(-1);
    this.rests();
  }

  /** Tell the server what is selected when the player rests. */
  rests() {
    const {seat} = this;
    this.resting = setTimeout(() => seat.hand.tells && seat.send({hover: this.hover}), RESTS);
    this.show();
  }

  /** Turn the board half round. */
  async flip() {
    this.flipped = !this.flipped;
    await this.draw();
    this.show();
  }

  /** Point out where a line of the log happened, with its dice, or show a turn again. */
  async pointOut(number) {
    const line = this.view.log[number];
    if (line.heading) return this.do({press: `replay:${number}`});
    this.pointed = line.cells;
    this.dice = (await this.seat.ask(`dice:${number}`)).dice ?? null;
    this.show();
  }

  /** Offer the record of a match that is over as a file. */
  async record() {
    const {record} = await this.seat.ask('record');
    if (record) download(new Blob([record]), `${this.match}.wargrid`);
    else this.say(say('page.no_record'), 'refusal');
  }
}
