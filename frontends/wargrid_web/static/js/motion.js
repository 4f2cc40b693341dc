// What just happened, shown on a board step by step: the view after it is shown at the end.
import {dieOf} from './board.js';
import {svg} from './dom.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./types.js').AnimationEvent} News */

/** How many faces a die shows before it lies still. */
const TUMBLES = 9;

/** Plays news on a board; `hear` is called with the name of the sound of each step. */
export class Motion {
  /** @param {(sound: string) => void} hear */
  constructor(hear) {
    this.hear = hear;
    this.playing = false;
    /** @type {Set<() => void>} */
    this.ends = new Set();
  }

  /** Go to the end at once. */
  skip() {
    this.skipped = true;
    for (const end of this.ends) end();
  }

  /**
   * Play news from these units on; done when it is over or skipped, or where a unit is placed,
   * joins a side or becomes another: then all is redrawn.
   * @param {Board} board @param {readonly any[]} units @param {readonly News[]} news
   */
  async play(board, units, news, {speed, again = false}) {
    this.skipped = false;
    const {lasts} = board.drawn, placing = news.findIndex(each => each.kind === 'placed');
    const played = placing < 0 ? news : news.slice(0, placing);
    const steps = played.filter(each => each.kind in lasts);
    if (!steps.length || !speed) return;
    const time = step => lasts[step.kind === 'turn' && step.forced ? 'panic' : step.kind];
    const whole = steps.reduce((sum, each) => sum + time(each), 0);
    const pace = (again ? 1 : Math.max(1, whole / lasts.whole)) * speed;
    this.playing = true;
    board.element.classList.add('moving');
    board.clear();
    const placed = new Map(units.map(unit => [unit.cell, unit]));
    board.showUnits([...placed.values()]);
    for (const step of steps) {
      if (this.skipped) break;
      await this.step(board, step, placed, time(step) / pace);
      board.showUnits([...placed.values()]);
    }
    board.element.classList.remove('moving');
    this.playing = false;
  }

  /** Let what was played be seen for a while, unless it was skipped. @param {number} ms */
  async rest(ms) {
    this.playing = true;
    if (!this.skipped) await this.wait(ms);
    this.playing = false;
  }

  /** Wait, unless all is skipped. @param {number} ms @returns {Promise<void>} */
  wait(ms) {
    return new Promise(done => {
      const end = () => {
        clearTimeout(timer);
        this.ends.delete(end);
        done();
      };
      const timer = setTimeout(end, Math.min(ms, 2 ** 31 - 1)); // more is taken as none
      this.ends.add(end);
      if (this.skipped) end();
    });
  }

  /** Show one step, and take it on in the units. @param {Board} board @param {News} step */
  async step(board, step, placed, ms) {
    this.hear(step.forced ? 'panic' : board.drawn.sounds[step.kind]);
    const cell = step.cell ?? -1, target = step.target ?? -1;
    const node = board.unitAt(cell), inner = node?.firstElementChild, over = board.layers.notes;
    const moves = [];
    if (step.kind === 'move') {
      for (const ends of [...step.along ?? [], [cell, target]]) {
        const moved = board.unitAt(ends[0]);
        if (moved) moves.push(glide(board, moved, ends, ms));
      }
    } else if (step.kind === 'turn' && step.forced && inner) {
      const shaken = [0, 20, -17, 12, -8, 4, 0].map(angle => ({transform: `rotate(${angle}deg)`}));
      moves.push(inner.animate(shaken, {duration: ms}));
    } else if (step.kind === 'attack') {
      over.replaceChildren(board.strike([cell, target]));
    } else if (step.kind === 'eliminated' && inner) {
      moves.push(inner.animate([{opacity: 1}, {opacity: 0, transform: 'rotate(75deg)'}],
        {duration: ms, fill: 'forwards'}));
    } else if (step.kind === 'dice') {
      over.append(this.dice(board, step, ms));
    }
    if (step.kind === 'lost' || step.kind === 'eliminated') this.loss(board, step, ms);
    await this.wait(ms);
    take(placed, step);
    moves.forEach(move => move.cancel());
    if (step.kind === 'eliminated') node?.remove();
    if (!['attack', 'dice'].includes(step.kind)) over.replaceChildren();
  }

  /** A number that rises from a unit which loses men. */
  loss(board, step, duration) {
    if (!board.view.strength || !step.men) return;
    const [x, y] = board.centre(step.cell ?? 0), how = {duration, fill: 'forwards'};
    const flash = svg('path', {class: 'flash', d: board.outline(step.cell ?? 0)});
    const text = svg('text', {class: 'risen', x, y: y + 6}, `−${step.men}`);
    board.layers.notes.append(flash, text);
    flash.animate([{opacity: 0.45}, {opacity: 0}], how);
    text.animate([{transform: 'none'}, {transform: 'translateY(-50px)'}], how);
  }

  /** Dice beside the units that fight, which roll and come to rest one after the other. */
  dice(board, step, ms) {
    const {faces = [], hits = []} = step;
    const [wide, high] = board.drawn.board.span, sides = board.view.dice?.die ?? faces;
    const size = Math.min(62, (wide - 20) / faces.length * 0.86), apart = size * 1.16;
    const blow = board.layers.notes.querySelector('.arrow polyline')?.getAttribute('points');
    const ends = (blow ?? `${wide / 2},${high / 2}`).split(' ').map(
      each => each.split(',').map(Number));
    const middle = ends.reduce((sum, [x]) => sum + x, 0) / ends.length;
    const above = Math.min(...ends.map(([, y]) => y)) - 56 - size;
    const top = above > 0 ? above : Math.max(...ends.map(([, y]) => y)) + 60;
    const all = apart * faces.length;
    const left = Math.max(4, Math.min(wide - all - 4, middle - all / 2));
    return svg('g', {class: 'dice'}, ...faces.map((face, at) => {
      const lasts = ms * (0.7 + 0.3 * (at + 1) / faces.length);
      const die = this.die(board, [...new Set(sides)], face, Boolean(hits[at]), at, lasts);
      const place = `translate(${left + at * apart} ${top}) scale(${size / 100})`;
      return svg('g', {transform: place}, die);
    }));
  }

  /** The die numbered `at` of some, which rolls over all its sides until it shows its face. */
  die(board, sides, face, hit, at, ms) {
    const inner = svg('g', {}, dieOf(board, sides[at % sides.length])), spin = at % 2 ? -540 : 540;
    inner.animate([
      {transform: 'translateY(-40px) rotate(0deg)'},
      {transform: `translateY(0) rotate(${spin * 0.7}deg)`, offset: 0.5},
      {transform: `translateY(-14px) rotate(${spin * 0.9}deg)`, offset: 0.7},
      {transform: `rotate(${spin}deg)`},
    ], {duration: ms, easing: 'ease-out'});
    for (let shown = 1; shown <= TUMBLES; shown++) {
      const next = dieOf(board, ...shown === TUMBLES ? [face, hit]
        : [sides[(shown * 5 + at * 3) % sides.length]]);
      this.wait(ms * (shown / TUMBLES) ** 1.4).then(() => inner.replaceChildren(next));
    }
    return inner;
  }
}

/** Let the node of a unit glide over all others, from one cell to another. @param {Board} board */
function glide(board, node, ends, duration) {
  node.parentNode?.append(node);
  const way = ends.map(at => {
    const [x, y] = board.centre(at);
    return {transform: `translate(${x}px, ${y}px)`};
  });
  return node.animate(way, {duration, easing: 'ease-in-out', fill: 'forwards'});
}

/** Take a step on in the units by their cells. */
function take(placed, step) {
  const cell = step.cell ?? -1, unit = placed.get(cell), along = step.along ?? [];
  placed.delete(cell);
  const pushed = along.map(([from]) => placed.get(from));
  for (const [from] of along) placed.delete(from);
  along.forEach(([, to], at) => pushed[at] && placed.set(to, {...pushed[at], cell: to}));
  if (!unit || step.kind === 'eliminated') return;
  const to = step.kind === 'move' ? step.target ?? -1 : cell;
  placed.set(to, {...unit, cell: to, facing: step.facing ?? unit.facing,
    men: unit.men - (step.men ?? 0), numbers: step.numbers || unit.numbers});
}
