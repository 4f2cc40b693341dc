// The board as SVG, drawn from a view and the pictures of its game. It knows no game, no socket and
// nothing of the page outside its own element, so that a replay or an editor can embed it.
import {drawing, fill, h, svg} from './dom.js';

/** Marks that lie under the units; the others lie over them. */
const BELOW = new Set(['reach', 'threat', 'last', 'special', 'picked', 'range']);

const LAYERS = ['ground', 'names', 'below', 'ways', 'units', 'above', 'notes', 'hints', 'cells',
  'turns'];

/** The colours of bars beside each other on a cell. */
const BARS = ['#f4cb54', '#7cc4ff', '#9be37a', '#ffb0f0'];

/** The room around the board for the names of columns and rows, in hundredths of a cell. */
const MARGIN = 44;

/** The box of a unit's men around its middle: arrows of attacks leave it free. */
const MEN = {x: 37, top: 8, bottom: 52};

/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').UnitView} Unit */
/** @typedef {import('./types.js').Drawn} Drawn */

/** What is in a document of SVG. @param {string} text */
const parsed = text => [
  ...new DOMParser().parseFromString(text, 'image/svg+xml').documentElement.childNodes];

/** Add the sheet of a game's pictures, as the server sends it, to a document, once. */
export function addSheet(text, prefix) {
  if (document.getElementById(`${prefix}sheet`)) return;
  document.body.append(svg('svg', {id: `${prefix}sheet`, width: 0, height: 0, class: 'sheet',
    'aria-hidden': true}, parsed(text)));
}

/** The elements of a text of SVG that a server made. @param {string} text */
export const elements = text => parsed(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`);

/** A board that is drawn once and then follows its views. */
export class Board {
  /**
   * `label` says what is on a cell; what else is given are attributes of the element.
   * @param {View} view @param {Drawn} drawn @param {Record<string, any>} how
   */
  constructor(view, drawn, {flipped = false, coordinates = true, label, ...about} = {}) {
    this.drawn = drawn;
    this.signs = /** @type {string[]} */ ([]); // of the hints, if not their ranks
    this.flipped = flipped;
    this.label = label ?? (cell => view.cell_names[cell]);
    this.view = view;
    const [wide, high] = drawn.board.span, edge = coordinates ? MARGIN : 16;
    this.box = [-edge, -16, wide + edge + 16, high + edge + 16];
    this.element = svg('svg', {class: 'board', viewBox: this.box.join(' '), ...about});
    /** @type {Record<string, SVGGElement>} */
    this.layers = Object.fromEntries(LAYERS.map(name => (
      [name, svg('g', {class: `layer-${name}`})])));
    this.element.append(...LAYERS.map(name => this.layers[name]));
    /** @type {Map<string, {node: SVGGElement, key: string}>} */
    this.shown = new Map();
    this.drawGround();
    if (coordinates) this.layers.names.append(...elements(drawn.board.names));
    this.drawCells();
  }

  // Places

  /** The middle of a cell. @param {number} cell @returns {[number, number]} */
  centre(cell) {
    const [x, y] = this.drawn.board.centres[cell] ?? [-9999, -9999]; // beside the board
    const [wide, high] = this.drawn.board.span;
    return this.flipped ? [wide - x, high - y] : [x, y];
  }

  /** The outline of a cell as a path. @param {number} cell */
  outline(cell) {
    const [x, y] = this.centre(cell);
    return `M${this.drawn.board.corners.map(([a, b]) => `${x + a - 50} ${y + b - 50}`).join('L')}Z`;
  }

  /** Where a facing points, in degrees clockwise from up. @param {number} facing */
  angle(facing) {
    return (this.view.angles?.[facing] ?? 0) + (this.flipped ? 180 : 0);
  }

  /** A part of the sheet on the square of a cell. @param {string} name @param {number} cell */
  part(name, cell, attributes = {}) {
    const [x, y] = this.centre(cell);
    return this.use(name, {x: x - 50, y: y - 50, ...attributes});
  }

  use(name, attributes = {}) {
    return svg('use', {href: `#${this.drawn.prefix}${name}`, ...attributes});
  }

  /** Whether the sheet has a part. @param {string} name */
  has(name) {
    return document.getElementById(this.drawn.prefix + name) !== null;
  }

  // What stays

  drawGround() {
    const [wide, high] = this.drawn.board.span;
    const frame = {x: -9, y: -9, width: wide + 18, height: high + 18, rx: 9};
    this.layers.ground.replaceChildren(
      svg('rect', {class: 'frame', ...frame}),
      svg('rect', {...frame, fill: this.drawn.board.frame}), ...elements(this.drawn.board.ground));
  }

  /** The cells that are pointed at, in rows for screen readers. */
  drawCells() {
    const rows = new Map(), {view} = this;
    view.places.forEach(([, row], cell) => {
      if (!rows.has(row)) rows.set(row, svg('g', {role: 'row'}));
      rows.get(row).append(svg('path', {
        d: this.outline(cell), role: 'gridcell', id: `cell-${cell}`, 'data-cell': cell,
      }));
    });
    const order = [...rows.keys()].sort((a, b) => (this.flipped ? a - b : b - a));
    this.layers.cells.replaceChildren(...order.map(row => rows.get(row)));
  }

  // What changes

  /**
   * Show a view at rest: the cell pointed at, cells to point out, whether the cursor is seen, and
   * pixels a unit. @param {View} view
   * @param {{hover?: number, pointed?: readonly number[], cursor?: boolean, scale?: number}} [now]
   */
  show(view, now = {}) {
    this.view = view;
    this.scale = now.scale ?? 1;
    const marked = (cells, kind) => cells.map(cell => ({cell, kind}));
    const free = !view.prompt || view.prompt.kind === 'cell', {hover = -1} = now;
    this.showUnits(view.units);
    this.showMarks([...marked(this.lastCells(), 'last'),
      ...view.marks.filter(mark => mark.kind !== 'turn'),
      ...marked([...(view.prompt?.cells ?? []), ...(now.pointed ?? [])], 'picked'),
      ...marked(hover >= 0 && hover !== view.selected && free ? [hover] : [], 'hover'),
      ...marked(now.cursor && view.cursor !== null ? [view.cursor] : [], 'cursor')]);
    this.showWays();
    this.showHints();
    this.showTurns();
    this.showCaption();
    this.showLabels();
  }

  /** Take away what lies on the board beside its units, while something moves. */
  clear() {
    for (const name of ['below', 'ways', 'above', 'notes', 'hints', 'turns']) {
      this.layers[name].replaceChildren();
    }
  }

  /** The cells of the last move, or where each of several ended. */
  lastCells() {
    const {last} = this.view, several = last.length > 1;
    return [...new Set(last.flatMap(({cells}) => (several ? cells.slice(-1) : cells)))];
  }

  showMarks(marks) {
    const drawn = low => marks.filter(({kind}) => BELOW.has(kind) === low).map(
      ({kind, cell}) => this.part(`mark.${kind}`, cell));
    const held = this.view.markers.filter(({shown, side}) => shown === 'colour' && side >= 0);
    const inset = this.view.shape === 'square' ? 50 : 39, noted = marks.filter(({note}) => note);
    fill(this.layers.below, drawn(true),
      held.map(({side, cell}) => this.part(`held.${side}`, cell)));
    fill(this.layers.above, this.markers(), drawn(false),
      noted.map(({note, cell}) => pill(note, ...this.centre(cell).map(at => at - inset), 18)));
  }

  /** Bars, pills and the shapes of sides of the markers on cells. */
  markers() {
    const found = [], heights = new Map(), bars = new Map();
    for (const marker of this.view.markers) {
      const [x, y] = this.centre(marker.cell), {cell} = marker;
      if (marker.shown === 'bar') {
        const count = bars.get(cell) ?? 0, left = count % 2 ? x + 38 : x - 49;
        bars.set(cell, count + 1);
        const height = Math.round(46 * marker.share), colour = BARS[marker.rank % 4];
        found.push(svg('rect', {class: 'bar', x: left, y: y - 30, width: 11, height: 50}),
          svg('rect', {fill: colour, x: left + 2, y: y + 18 - height, width: 7, height}));
      } else if (marker.shown === 'colour') {
        const place = `translate(${x + 20} ${y + 18}) scale(.3)`;
        if (marker.side >= 0) found.push(this.use(`body.${marker.side}`, {transform: place}));
      } else {
        const used = heights.get(cell) ?? 0;
        heights.set(cell, used + 26);
        found.push(pill(marker.text, x - 49, y + 22 - used, 20, 'start'));
      }
    }
    return found;
  }

  /** The units: those that stay keep their elements. @param {readonly Unit[]} units */
  showUnits(units) {
    const left = new Map(this.shown);
    for (const unit of units) {
      const id = unit.id ? `${unit.id}` : `at ${unit.cell}`;
      const key = JSON.stringify([{...unit, cell: 0}, unit.cell === this.view.selected]);
      const known = left.get(id);
      left.delete(id);
      const node = known?.key === key ? known.node : this.unit(unit);
      if (known && known.node !== node) known.node.replaceWith(node);
      else if (!known) this.layers.units.append(node);
      const [x, y] = this.centre(unit.cell);
      node.setAttribute('transform', `translate(${x} ${y})`);
      node.dataset.at = `${unit.cell}`;
      this.shown.set(id, {node, key});
    }
    for (const [id, {node}] of left) {
      node.remove();
      this.shown.delete(id);
    }
  }

  /** A unit around the origin. @param {Unit} unit */
  unit(unit) {
    const {side, type, men, facing} = unit, full = Math.max(men, unit.full_men);
    const icon = `${full > 1 ? 'high' : 'icon'}.${type}.${side}`;
    const ink = this.drawn.sides[side].ink ?? '#ffffff', angle = this.angle(facing ?? 0);
    const square = svg('g', {transform: 'translate(-50 -50)'},
      unit.cell === this.view.selected && this.use(`chosen.${side}`, {class: 'ready'}),
      this.use(`body.${side}`), this.has(icon) ? this.use(icon)
        : letters(unit.letter.toUpperCase().slice(0, 3), full > 1 ? 42 : 50, 44, ink),
      full > 6 ? letters(`${men}`, 78.5, 17, ink)
        : full > 1 && this.use(`men.${men}.${full}.${side}`),
      unit.wounds > 0 && this.use('wound'),
      unit.can_act && this.view.starred && this.use('ready', {class: 'ready'}),
      typeof facing === 'number' && this.use(angle % 90 ? 'pointer.aslant' : 'pointer',
        {transform: `rotate(${angle} 50 50)`}));
    return svg('g', {class: 'unit'}, svg('g', {class: 'token'}, square));
  }

  /** The element of the unit on a cell. @param {number} cell @returns {SVGGElement|null} */
  unitAt(cell) {
    return this.layers.units.querySelector(`[data-at="${cell}"]`);
  }

  /** The lines of the last moves and attacks, and the way of the selected unit. */
  showWays() {
    const {view} = this, planned = view.prompt || view.hints.length || view.selected !== null;
    const several = view.last.length > 1 || view.last.some(trace => trace.strikes);
    const traces = several && !planned ? view.last : [];
    const lines = traces.map(trace => (
      trace.strikes ? this.strike(trace.cells, 'struck', 0.6) : this.way(trace.cells, 'trace', 0.5)
    ));
    if (!view.prompt) lines.push(this.way(view.way, 'way'));
    this.layers.ways.replaceChildren(...lines);
  }

  /** A line through the middles of cells, with a head. @param {readonly number[]} cells */
  way(cells, style = 'way', thick = 1) {
    return arrow(cells.map(cell => this.centre(cell)), style, thick);
  }

  /** The arrow of an attack, which leaves the men at both ends to be seen. */
  strike(cells, style = 'blow', thick = 1) {
    const ends = cells.map(cell => this.centre(cell));
    if (ends.length !== 2) return arrow(ends, style, thick);
    return arrow([clear(ends[0], ends[1]), clear(ends[1], ends[0])], style, thick);
  }

  /** An arrow for each hint, and above all arrows its rank, those of one cell below each other. */
  showHints() {
    const {view} = this, hints = view.prompt ? [] : view.hints, ends = new Map();
    const arrows = /** @type {any[]} */ ([]), ranks = /** @type {any[]} */ ([]);
    hints.forEach(({cells, facing}, at) => {
      const end = cells[cells.length - 1], [x, y] = this.centre(end), best = at ? 'good' : 'best';
      const sign = this.signs[at] ?? `${at + 1}`;
      const before = ends.get(end) ?? 0, top = y - 50 + 36 * before;
      ends.set(end, before + 1);
      arrows.unshift(this.way(cells, sign === '?' ? 'blow' : best), typeof facing === 'number'
        && this.part('turn.lit', end, {transform: this.turned(facing, end)}));
      ranks.unshift(svg('g', {transform: `translate(${x + 14} ${top}) scale(.36)`},
        this.use(`rank.${best}`), letters(sign, 50, 62, '#071c36')));
    });
    fill(this.layers.hints, arrows, ranks);
  }

  turned(facing, cell) {
    return `rotate(${this.angle(facing)} ${this.centre(cell).join(' ')})`;
  }

  /** The buttons that turn the selected unit, along the edges of its cell. */
  showTurns() {
    const {view} = this, marks = view.prompt ? [] : view.marks.filter(mark => mark.kind === 'turn');
    this.layers.turns.replaceChildren(...marks.map(mark => svg(
      'g', {class: 'turn', 'data-facing': mark.facing, transform: this.turned(mark.facing ?? 0,
        mark.cell)},
      this.part('turn', mark.cell), this.part('turn.lit', mark.cell, {class: 'lit'}),
    )));
  }

  /** The odds beside the cell they are about, where they hide least. */
  showCaption() {
    const {view} = this, {prompt} = view;
    const [cell, text] = prompt?.brief ? [prompt.cells?.at(-1), prompt.brief] : view.aim ?? [];
    const size = Math.max(22, 13 / (this.scale ?? 1)), wide = this.drawn.board.span[0];
    const half = words => words.length * size * 0.31 + size / 2;
    if (cell === undefined || !text) return fill(this.layers.notes);
    const lines = 2 * half(text) > wide ? text.split(' · ') : [text], [x, y] = this.centre(cell);
    const longest = Math.max(...lines.map(half)), tall = lines.length * size * 1.4;
    const at = Math.max(longest, Math.min(wide - longest, x));
    const top = y - 56 - tall < -10 ? y + 56 : y - 56 - tall;
    fill(this.layers.notes, lines.map((line, row) => (
      pill(line, at, top + row * size * 1.4, size, 'middle', 'caption'))));
  }

  /** What a screen reader says of each cell, where that is another thing now. */
  showLabels() {
    if (this.labelled === this.view) return;
    this.labelled = this.view;
    for (const element of this.layers.cells.querySelectorAll('[data-cell]')) {
      const label = this.label(Number(element.getAttribute('data-cell')));
      if (element.getAttribute('aria-label') !== label) element.setAttribute('aria-label', label);
    }
  }
}

/** Letters in the middle of a square of 100 units. */
function letters(text, y, size, fill) {
  const fitting = Math.min(size, 64 / (text.length * 0.68));
  return svg('text', {class: 'letters', x: 50, y: y + fitting * 0.36, 'font-size': fitting, fill},
    text);
}

/** A few words in a dark pill; x is its start or its middle. */
function pill(text, x, y, size, anchor = 'start', style = 'note') {
  const wide = text.length * size * 0.62 + size * 0.7, left = anchor === 'start' ? x : x - wide / 2;
  return svg('g', {class: style},
    svg('rect', {x: left, y, width: wide, height: size * 1.3, rx: size * 0.6}),
    svg('text', {x: left + wide / 2, y: y + size * 0.98, 'font-size': size}, text));
}

/** A line with a dark edge and a head. */
function arrow(points, style, thick = 1) {
  const group = svg('g', {class: `arrow ${style}`});
  if (points.length < 2) return group;
  const [[a, b], [x, y]] = points.slice(-2), angle = Math.atan2(y - b, x - a), head = 30 * thick;
  const end = [x - head * 0.8 * Math.cos(angle), y - head * 0.8 * Math.sin(angle)];
  const line = [...points.slice(0, -1), end].map(point => point.join()).join(' ');
  for (const [layer, wide, edge] of [['dark', 17, 9], ['light', 9, 1]]) {
    group.append(
      svg('polyline', {class: layer, points: line, 'stroke-width': Number(wide) * thick}),
      svg('path', {class: `${layer} head`, 'stroke-width': Number(edge) * thick,
        transform: `translate(${x} ${y}) rotate(${angle * 180 / Math.PI})`,
        d: `M0 0L${-head} ${-head * 0.62}V${head * 0.62}Z`}));
  }
  return group;
}

/** Where the line from the middle of a cell to a point has left the men there. */
function clear([x, y], [a, b]) {
  const [right, down] = [a - x, b - y];
  if (down <= 0) return [x, y];
  const share = Math.min(MEN.bottom / down, right ? MEN.x / Math.abs(right) : Infinity, 0.45);
  return [x + right * share, y + down * share];
}

/** A die: its face's picture or spots, or else letters. */
export function dieOf(board, face, hit = false) {
  const kind = hit ? 'hit' : 'die', drawn = board.has(`${kind}.${face}`);
  return svg('g', {}, board.use(`${kind}.${drawn ? face : ''}`),
    !drawn && letters(face.slice(0, 3), 46, face.length < 3 ? 46 : 30, '#2b2119'));
}

/**
 * Dice as they lie beside each other, of some pixels each; those of several sides below each other.
 * @param {any} dice
 */
export function diceOf(board, dice, size) {
  const {faces, hits = [], names = []} = dice;
  const several = names.length > 1, each = several ? faces.length / names.length : faces.length;
  return (several ? names : ['']).map((name, roll) => {
    const own = faces.map((face, at) => [face, hits[at]]).slice(roll * each, (roll + 1) * each);
    const words = own.map(([face, hit]) => (hit ? `${face} ✓` : face)).join(', ');
    return h('span', {class: 'fallen', role: 'img', 'aria-label': `${name} ${words}`.trim()},
      name && h('b', {}, name),
      own.map(([face, hit]) => drawing(100, size, dieOf(board, face, hit))));
  });
}

/** A legend's swatch or a token beside a text: parts of a sheet in a square. */
export function picture(prefix, names, size = 28) {
  return h('span', {class: 'picture'},
    drawing(100, size, names.map(name => svg('use', {href: `#${prefix}${name}`}))));
}
