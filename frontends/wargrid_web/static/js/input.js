// Mouse, touch and keys on the game screen.
import {h} from './dom.js';
import {say} from './settings.js';

/** The keys of a page instead of Tab, which is the browser's. */
const UNITS = {'.': 'unit:1', ',': 'unit:-1'};

/** What the page does by keys that mean the same in every game. */
const DOES = ['rules', 'odds', 'sound', 'menu', 'help', 'enter', 'cursor', 'unit', 'zoom'];

/** How far a pointer moves before it drags, in pixels; how long a finger rests to point. */
const DRAGGED = 7, HELD = 450;

/** How many milliseconds a letter waits that is a command and may also begin a typed move. */
const WAITS = 320;

/** The name of a key as commands have it, such as `page_up`. @param {string} key */
const nameOf = key => key.replace('Arrow', '').replace('Page', 'page_').replace(/^ $/, 'space')
  .toLowerCase();

/**
 * What a key types: of another alphabet the Latin letter at its place. Latin letters are those that
 * the keys bear. @param {KeyboardEvent} event
 */
function typed({key, code, shiftKey}) {
  const place = /^Key([A-Z])$/.exec(code ?? '')?.[1];
  if (!place || key.length > 1 || !/[^\x00-\x7f]/.test(key)) return key;
  return shiftKey ? place : place.toLowerCase();
}

/** The digit at the place of a key, which some keyboards type with Shift only. */
const digitAt = ({code, shiftKey}) => (shiftKey ? '' : /^Digit(\d)$/.exec(code ?? '')?.[1] ?? '');

/** The cell of an element, or -1. */
const cellOf = element => Number(element?.closest('[data-cell]')?.dataset.cell ?? -1);

/** The cell under the pointer, or -1, even while an element has captured it. */
const under = event => cellOf(document.elementFromPoint(event.clientX, event.clientY));

/** Sends what a player does with a board and the keyboard. */
export class Input {
  /** @param {import('./game.js').Game} game */
  constructor(game) {
    this.game = game;
    this.down = this.waiting = /** @type {any} */ (null);
    this.keys = event => this.key(event);
    addEventListener('keydown', this.keys);
  }

  close() {
    removeEventListener('keydown', this.keys);
    clearTimeout(this.held);
    clearTimeout(this.waiting?.timer);
  }

  /** @param {import('./board.js').Board} board */
  listen(board) {
    const {element} = board;
    element.addEventListener('contextmenu', event => {
      event.preventDefault();
      if (!this.touched) this.game.act('cancel');
    });
    element.addEventListener('focus', () => { // by a key: then the cursor is shown
      if (!element.matches(':focus-visible') || this.game.byKeys) return;
      this.game.byKeys = true;
      this.game.seat.send({cursor: [0, 0]});
    });
  }

  /** @param {PointerEvent} event */
  pointer(event) {
    this.touched = event.pointerType === 'touch';
    if (this.touched && this.game.zoom.touch(event)) {
      this.down = null;
      clearTimeout(this.held);
      return;
    }
    if (event.type === 'pointerdown') this.press(event);
    else if (event.type === 'pointermove') this.move(event);
    else if (event.type === 'pointerup') this.release(event);
    else {
      this.down = null;
      clearTimeout(this.held);
      if (!this.touched) this.point(-1); // what a finger pointed at stays to be read
    }
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button > 0) return;
    const {clientX: x, clientY: y} = event, cell = cellOf(event.target);
    const {game} = this, {view} = game;
    const unit = view?.units.find(each => each.cell === cell);
    const own = Boolean(unit && view.sides[unit.side].to_act && !view.prompt);
    this.down = {x, y, at: [x, y], cell, own};
    game.byKeys = false;
    if (this.touched) {
      this.point(-1);
      this.held = setTimeout(() => { // a finger that rests on a cell points at it
        this.down = null;
        this.point(cell);
      }, HELD);
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const {down} = this, {zoom} = this.game, {clientX: x, clientY: y} = event;
    if (!down) {
      if (!this.touched) this.point(cellOf(event.target));
      return;
    }
    if (Math.hypot(x - down.x, y - down.y) > DRAGGED && !down.dragging) this.drag(down, event);
    if (!down.dragging) return;
    clearTimeout(this.held);
    if (down.token) this.carry(down, event);
    else if (zoom.isPart) zoom.pan(x - down.at[0], y - down.at[1]);
    down.at = [x, y];
  }

  /** Begin to drag a unit, which that selects, or the board. */
  drag(down, event) {
    const {board, view} = this.game;
    down.dragging = true;
    down.token = down.own && !this.touched ? board?.unitAt(down.cell) : null;
    if (!down.token) return;
    board?.element.setPointerCapture(event.pointerId);
    if (view.selected !== down.cell) this.game.click(down.cell);
  }

  /** Let the token follow the pointer. */
  carry(down, event) {
    const node = this.game.board?.unitAt(down.cell);
    node?.setAttribute('transform', `translate(${this.game.zoom.at(event).join(' ')})`);
    if (node?.nextSibling) node.parentNode?.append(node);
    this.point(under(event));
  }

  /** @param {PointerEvent} event */
  release(event) {
    const {down, game} = this;
    this.down = null;
    clearTimeout(this.held);
    if (!down || event.button > 0) return;
    if (down.token) {
      const cell = under(event);
      if (cell >= 0 && cell !== down.cell) game.click(cell, true);
      else game.show();
    } else if (!down.dragging) {
      const facing = /** @type {any} */ (event.target).closest('.turn')?.dataset.facing;
      if (facing) game.act(`turn_${game.view.facing_words[facing]}`);
      else if (down.cell >= 0) game.click(down.cell);
    }
  }

  /** @param {number} cell */
  point(cell) {
    const {game} = this;
    if (cell === game.hover) return;
    game.hover = cell;
    game.seat.hover(cell);
    game.show();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const {game} = this, {view} = game, target = /** @type {HTMLElement} */ (event.target);
    const isBrowsers = event.ctrlKey || event.altKey || event.metaKey; // reload, bookmark, undo
    if (!view || isBrowsers || document.querySelector('dialog[open]')) return;
    if (target.matches('input, select, textarea') || event.defaultPrevented) return;
    if (game.motion.playing && ['Escape', ' '].includes(event.key)) {
      game.motion.skip();
      event.preventDefault();
      return;
    }
    const onControl = target.matches('button, a, summary, [role="listitem"]')
      && ['Enter', ' '].includes(event.key);
    if (!onControl && this.done(event)) event.preventDefault();
  }

  /** Do what a key says; false if it says nothing. @param {KeyboardEvent} event */
  done(event) {
    if (event.key === 'Shift') return false; // which digits need on some keyboards
    const pressed = typed(event), digit = digitAt(event);
    if (this.goesOn(digit || pressed)) return true;
    const {game} = this, {prompt, commands, columns} = game.view;
    const plain = !event.shiftKey, means = {...game.seat.welcome.keys, ...UNITS};
    const bare = nameOf(pressed), shift = event.shiftKey && bare[1];
    const key = (shift ? 'shift+' : '') + bare;
    const asks = at => prompt?.options?.[at - 1]?.[0]
      ?? (prompt?.faces?.[at - 1] && `roll:${prompt.faces[at - 1][0]}`);
    const choice = asks(Number(pressed)) ?? asks(Number(digit));
    const command = commands.find(each => each.key === key);
    const [fixed = '', by = ''] = (means[key] ?? means[event.key] ?? '').split(':');
    const zooms = fixed === 'zoom' && !(prompt && prompt.kind !== 'cell');
    const asked = prompt?.kind === 'end_turn' && game.command('end_turn')?.key;
    if (asked && /^[\dx]$/.test(digit || bare)) { // the letter that asked began a move
      game.act('cancel');
      this.openLine(asked + (digit || bare));
    } else if (choice) game.act(choice);
    else if (key === 'escape') game.act(game.command('cancel')?.enabled ? 'cancel' : 'menu');
    else if (fixed === 'zoom' ? zooms : DOES.includes(fixed)) this.fixed(fixed, by);
    else if (event.shiftKey && /^[A-Z/]$/.test(pressed)) this.openLine(pressed);
    else if (command && plain && /^[a-z]$/.test(bare) && bare.charCodeAt(0) - 97 < columns) {
      this.wait(bare, command.name);
    } else if (command) game.act(command.name);
    else if (plain && (prompt ? /^[/a-z]$/ : /^[/a-z1-9]$/).test(bare)) this.openLine(pressed);
    else return false;
    return true;
  }

  /** Let a letter wait that is a command: `h` asks for a hint, and `h4` names a cell. */
  wait(letter, command) {
    this.waiting = {letter, command, timer: setTimeout(() => this.goesOn(''), WAITS)};
  }

  /** End the wait: a digit or x opens the line, else the command is done. @param {string} key */
  goesOn(key) {
    const {waiting} = this, goes = /^[\dx]$/i.test(key);
    this.waiting = null;
    clearTimeout(waiting?.timer);
    if (waiting && goes) this.openLine(waiting.letter + key);
    else if (waiting) this.game.act(waiting.command);
    return Boolean(waiting && goes);
  }

  /** Do what a key means in every game. @param {string} name @param {string} by */
  fixed(name, by) {
    if (name === 'cursor') this.cursor(by.split(',').map(Number));
    else if (name === 'unit') this.byKeys({unit: Number(by)});
    else if (name === 'enter') this.byKeys({enter: true});
    else if (name === 'zoom') this.game.zoom.by(Number(by));
    else this.game.act(name);
  }

  /** @param {number[]} step */
  cursor(step) {
    const {game} = this, free = !game.view.prompt || game.view.prompt.kind === 'cell';
    this.byKeys({cursor: step.map(each => (game.flipped && free ? -each : each))});
  }

  byKeys(what) {
    const {game} = this;
    game.byKeys = true;
    if (game.hover >= 0) this.point(-1);
    game.do(what);
  }

  /** Open the line for a typed cell or move, which may begin with a letter. @param {string} key */
  openLine(key) {
    const line = h('input', {class: 'line', value: key === '/' ? '' : key, maxLength: 60,
      autocomplete: 'off', 'aria-label': say('page.line')});
    const close = () => {
      line.remove();
      this.game.board?.element.focus();
    };
    line.addEventListener('keydown', event => {
      const letter = event.ctrlKey || event.metaKey || event.altKey ? event.key : typed(event);
      if (letter !== event.key) {
        event.preventDefault();
        line.setRangeText(letter, line.selectionStart, line.selectionEnd, 'end');
      }
      if (event.key === 'Enter' && line.value.trim()) this.byKeys({type: line.value.trim()});
      if (['Enter', 'Escape'].includes(event.key) || (event.key === 'Backspace' && !line.value)) {
        event.preventDefault();
        close();
      }
    });
    line.addEventListener('blur', () => setTimeout(() => line.remove())); // not while it is removed
    this.game.panels.message.after(line);
    line.focus();
  }
}
