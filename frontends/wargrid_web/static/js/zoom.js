// Seeing a part of the board larger: the wheel, two fingers, keys and buttons; dragging moves it.
import {h} from './dom.js';
import {say} from './settings.js';

const MOST = 6, STEP = 1.3;

/** A board that is so many times as wide as its place begins with a part that fills it. */
const SMALL = 1.5;

/** Which part of the board in a place is seen. */
export class Zoom {
  /**
   * `show` is what is done at another size, and `pointer` with what a pointer does.
   * @param {HTMLElement} place @param {() => void} show @param {(event: any) => void} pointer
   */
  constructor(place, show, pointer) {
    this.place = place;
    for (const name of ['down', 'move', 'up', 'cancel', 'leave']) {
      place.addEventListener(`pointer${name}`, pointer);
    }
    this.factor = 1;
    this.fresh = false;
    this.box = [0, 0, 1, 1];
    this.whole = this.box;
    /** @type {Map<number, PointerEvent>} */
    this.fingers = new Map();
    const button = (sign, key, by) => (
      h('button', {'aria-label': say(key), onclick: () => this.by(by)}, sign));
    this.buttons = h('div', {class: 'zoom'}, button('+', 'page.zoom.in', 1),
      button('−', 'page.zoom.out', -1));
    this.watch = new ResizeObserver(() => (this.fit(), show()));
    this.watch.observe(place);
  }

  close() {
    this.watch.disconnect();
  }

  /** Follow a board in the place; the part that is seen stays. @param {any} board */
  take(board) {
    this.board = board;
    const other = `${this.whole}` !== `${board.box}`, ratio = board.box[2] / board.box[3];
    this.whole = board.box;
    this.place.parentElement?.classList.toggle('wide', ratio > 2);
    this.place.style.setProperty('--box', `${ratio}`);
    if (other) this.by(0);
    this.fresh ||= other;
    this.fit();
    board.element.addEventListener('wheel', event => {
      event.preventDefault();
      this.by(event.deltaY < 0 ? 1 : -1, this.at(event));
    }, {passive: false});
    this.apply();
  }

  /** Begin with a part of a board that would be small in its place, as soon as that has a size. */
  fit() {
    const {width, height} = this.place.getBoundingClientRect();
    const parts = this.whole[2] / this.whole[3] * height / width;
    if (!this.fresh || !width) return;
    this.fresh = false;
    if (parts > SMALL) this.scaleBy(parts);
    this.apply();
  }

  /** The middle of what is seen. */
  get middle() {
    const [x, y, wide, high] = this.box;
    return [x + wide / 2, y + high / 2];
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
  by(steps, about = this.middle) {
    this.scaleBy(steps ? STEP ** steps : 0, about);
    if (this.factor === 1) this.box = this.whole;
    this.apply();
  }

  /** Scale about a point; a place that is higher than the part shows more of the height. */
  scaleBy(factor, [x, y] = this.middle) {
    const [left, top, wide, high] = this.box, [, , all, tall] = this.whole;
    const {width, height} = this.place.getBoundingClientRect();
    this.factor = Math.max(1, Math.min(MOST, this.factor * factor));
    const across = all / this.factor;
    const down = Math.min(tall, Math.max(tall / this.factor, across * height / width));
    this.box = [x - (x - left) * across / wide, y - (y - top) * down / high, across, down];
  }

  /** Move what is seen by pixels. @param {number} right @param {number} down */
  pan(right, down) {
    const {scale} = this;
    this.box = [this.box[0] - right / scale, this.box[1] - down / scale, this.box[2], this.box[3]];
    this.apply();
  }

  /** Show a cell, if there is one and it is not seen. @param {number} [cell] */
  reveal(cell) {
    if (!this.isPart || !this.board || cell === undefined) return;
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

  /** Follow a pointer; true while two hold the board, which one moves that is `alone`. */
  touch(event, alone = false) {
    const before = [...this.fingers.values()];
    if (event.type === 'pointerdown') this.fingers.set(event.pointerId, event);
    else if (event.type !== 'pointermove') this.fingers.delete(event.pointerId);
    else if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, event);
    const now = [...this.fingers.values()];
    if (now.length !== before.length || now.length < (alone ? 1 : 2)) return now.length > 1;
    const [a, b = a] = now, [c, d = c] = before;
    const far = (one, other) => (
      Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1);
    const middle = (one, other) => ({clientX: (one.clientX + other.clientX) / 2,
      clientY: (one.clientY + other.clientY) / 2});
    const here = middle(a, b), there = middle(c, d);
    this.scaleBy(far(a, b) / far(c, d), this.at(here));
    this.pan(here.clientX - there.clientX, here.clientY - there.clientY);
    return now.length > 1;
  }
}
