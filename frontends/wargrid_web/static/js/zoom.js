// Seeing a part of the board larger: the wheel, two fingers, keys and buttons; dragging moves it.
import {h} from './dom.js';
import {say} from './settings.js';

const MOST = 6, STEP = 1.3;

/** Which part of the board of a game is seen. */
export class Zoom {
  /** @param {import('./game.js').Game} game */
  constructor(game) {
    this.game = game;
    this.factor = 1;
    this.box = [0, 0, 1, 1];
    this.whole = this.box;
    /** @type {Map<number, PointerEvent>} */
    this.fingers = new Map();
    const button = (sign, key, by) => (
      h('button', {'aria-label': say(key), onclick: () => this.by(by)}, sign));
    this.buttons = h('div', {class: 'zoom'}, button('+', 'page.zoom.in', 1),
      button('−', 'page.zoom.out', -1));
    this.watch = new ResizeObserver(() => this.game.show());
    this.watch.observe(game.place);
  }

  close() {
    this.watch.disconnect();
  }

  /** Follow a board; the part that is seen stays. @param {import('./board.js').Board} board */
  take(board) {
    this.board = board;
    const other = `${this.whole}` !== `${board.box}`;
    this.whole = board.box;
    if (other) this.by(0);
    this.game.main.classList.toggle('wide', board.box[2] > 2 * board.box[3]);
    this.game.main.style.setProperty('--box', `${board.box[2] / board.box[3]}`);
    this.apply();
  }

  /** Pixels a unit of the board. */
  get scale() {
    return this.board?.element.getScreenCTM()?.a || 1;
  }

  /** Whether only a part of the board is seen. */
  get isPart() {
    return this.factor > 1.01;
  }

  /** Make it larger or smaller by steps; 0 shows all of it. @param {number} steps */
  by(steps, about = [this.box[0] + this.box[2] / 2, this.box[1] + this.box[3] / 2]) {
    this.scaleBy(steps ? STEP ** steps : 0, about);
    if (this.factor === 1) this.box = this.whole;
    this.apply();
  }

  /** @param {number} factor @param {number[]} about */
  scaleBy(factor, [x, y]) {
    const next = Math.max(1, Math.min(MOST, this.factor * factor)), by = this.factor / next;
    this.box = [x - (x - this.box[0]) * by, y - (y - this.box[1]) * by, this.whole[2] / next,
      this.whole[3] / next];
    this.factor = next;
  }

  /** Move what is seen by pixels. @param {number} right @param {number} down */
  pan(right, down) {
    const {scale} = this;
    this.box = [this.box[0] - right / scale, this.box[1] - down / scale, this.box[2], this.box[3]];
    this.apply();
  }

  /** Show a cell, if it is not seen. @param {number} cell */
  reveal(cell) {
    if (!this.isPart || !this.board) return;
    const [x, y] = this.board.centre(cell), [left, top, wide, high] = this.box;
    const over = (at, start, long) => (
      Math.min(0, at - 110 - start) + Math.max(0, at + 110 - start - long));
    this.box = [left + over(x, left, wide), top + over(y, top, high), wide, high];
    this.apply();
  }

  apply() {
    const [left, top, wide, high] = this.whole;
    const held = (at, start, room) => Math.max(start, Math.min(start + room, at));
    const [x, y, across, down] = this.box;
    this.box = [held(x, left, wide - across), held(y, top, high - down), across, down];
    this.board?.element.setAttribute('viewBox', this.box.map(each => each.toFixed(1)).join(' '));
    this.board?.element.classList.toggle('part', this.isPart);
  }

  /** The place on the board under the pointer. @param {{clientX: number, clientY: number}} event */
  at({clientX, clientY}) {
    const {x, y} = new DOMPoint(clientX, clientY).matrixTransform(
      this.board?.element.getScreenCTM()?.inverse());
    return [x, y];
  }

  /** Follow a finger; true while two of them hold the board. @param {PointerEvent} event */
  touch(event) {
    const before = [...this.fingers.values()];
    if (event.type === 'pointerdown') this.fingers.set(event.pointerId, event);
    else if (event.type !== 'pointermove') this.fingers.delete(event.pointerId);
    else if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, event);
    const now = [...this.fingers.values()];
    if (now.length !== 2 || before.length !== 2) return now.length > 1;
    const far = ([a, b] = now) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const middle = ([a, b] = now) => (
      {clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2});
    const here = middle(now), there = middle(before);
    this.scaleBy(far(now) / Math.max(1, far(before)), this.at(here));
    this.pan(here.clientX - there.clientX, here.clientY - there.clientY);
    return true;
  }
}
