// The board as SVG, drawn from a view and the pictures of its game. It knows no game, no socket and
// nothing of the page outside its own element, so that a replay or an editor can embed it.
import {h, svg} from './dom.js';

/** Marks that lie under the units; the others lie over them. */
const BELOW = new Set(['reach', 'threat', 'last', 'special', 'picked', 'range']);

const LAYERS = ['ground', 'names', 'below', 'ways', 'units', 'above', 'notes', 'hints', 'cells',
  'turns'];

/** The room around the board for the names of columns and rows, in hundredths of a cell. */
const MARGIN = 44;

/** The box of a unit's men around its middle: arrows of attacks leave it free. */
const MEN = {x: 37, top: 8, bottom: 52};

/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').UnitView} Unit */
/** @typedef {import('./types.js').Drawn} Drawn */

/**
 * Add the parts of a game's pictures to a document, once.
 * @param {string} text the sheet, as the server sends it
 * @param {string} prefix
 */
export function addSheet(text, prefix) {
  if (document.getElementById(`${prefix}sheet`)) return;
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const sheet = svg('svg', {id: `${prefix}sheet`, width: 0, height: 0, class: 'sheet',
    'aria-hidden': true});
  sheet.append(...parsed.childNodes);
  document.body.append(sheet);
}

/** The elements of a text of SVG that a server made. @param {string} text */
export function elements(text) {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`;
  return [...new DOMParser().parseFromString(whole, 'image/svg+xml').documentElement.childNodes];
}

/** A board that is drawn once and then follows its views. */
export class Board {
  /**
   * @param {View} view
   * @param {Drawn} drawn
   * @param {{flipped?: boolean, coordinates?: boolean, label?: (cell: number) => string}} [opts]
   */
  constructor(view, drawn, opts = {}) {
    this.drawn = drawn;
    this.flipped = Boolean(opts.flipped);
    this.label = opts.label ?? (cell => view.cell_names[cell]);
    this.view = view;
    const [wide, high] = drawn.board.span, edge = opts.coordinates === false ? 16 : MARGIN;
    this.box = [-edge, -16, wide + edge + 16, high + edge + 16];
    this.element = svg('svg', {class: 'board', viewBox: this.box.join(' ')});
    /** @type {Record<string, SVGGElement>} */
    this.layers = Object.fromEntries(LAYERS.map(name => [name,
      svg('g', {class: `layer-${name}`})]));
    this.element.append(...LAYERS.map(name => this.layers[name]));
    /** @type {Map<string, {node: SVGGElement, key: string}>} */
    this.shown = new Map();
    this.drawGround(opts.coordinates !== false);
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

  /** @param {string} name */
  use(name, attributes = {}) {
    return svg('use', {href: `#${this.drawn.prefix}${name}`, ...attributes});
  }

  /** Whether the sheet has a part. @param {string} name */
  has(name) {
    return document.getElementById(this.drawn.prefix + name) !== null;
  }

  // What stays

  /** @param {boolean} names whether columns and rows are named */
  drawGround(names) {
    const [wide, high] = this.drawn.board.span, {view} = this;
    const frame = {x: -9, y: -9, width: wide + 18, height: high + 18, rx: 9};
    this.layers.ground.replaceChildren(
      svg('rect', {class: 'frame', ...frame}),
      svg('rect', {...frame, fill: this.drawn.board.frame}), ...elements(this.drawn.board.ground));
    const texts = [];
    for (let column = 0; names && column < view.columns; column++) {
      const cell = view.places.findIndex(([x]) => x === column);
      const name = view.cell_names[cell].replace(/\d+$/, '');
      texts.push(svg('text', {x: this.centre(cell)[0], y: high + 32}, name));
    }
    for (let row = 0; names && row < view.rows; row++) {
      const cell = view.places.findIndex(([, y]) => y === row);
      texts.push(svg('text', {x: -27, y: this.centre(cell)[1] + 7}, `${row + 1}`));
    }
    this.layers.names.replaceChildren(...texts);
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
    /** @type {Map<number, Element>} */
    this.cells = new Map([...this.layers.cells.querySelectorAll('[data-cell]')]
      .map(each => [Number(each.getAttribute('data-cell')), each]));
  }

  // What changes

  /**
   * Show a view at rest.
   * @param {View} view
   * @param {{hover?: number, pointed?: readonly number[], cursor?: boolean, scale?: number}} [now]
   *   the cell pointed at, cells to point out, whether the cursor is seen, and pixels a unit
   */
  show(view, now = {}) {
    this.view = view;
    this.scale = now.scale ?? 1;
    const marks = [...this.lastMarks(), ...view.marks.filter(mark => mark.kind !== 'turn')];
    const pointed = [...(view.prompt?.cells ?? []), ...(now.pointed ?? [])];
    marks.push(...pointed.map(cell => ({cell, kind: 'picked'})));
    const free = !view.prompt || view.prompt.kind === 'cell';
    if (now.hover !== undefined && now.hover >= 0 && now.hover !== view.selected && free) {
      marks.push({cell: now.hover, kind: 'hover'});
    }
    if (now.cursor && view.cursor !== null) marks.push({cell: view.cursor, kind: 'cursor'});
    this.showUnits(view.units);
    this.showMarks(marks);
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
  lastMarks() {
    const {last} = this.view, several = last.length > 1;
    const cells = last.flatMap(trace => (several ? trace.cells.slice(-1) : trace.cells));
    return [...new Set(cells)].map(cell => ({cell, kind: 'last'}));
  }

  /** @param {readonly any[]} marks */
  showMarks(marks) {
    const {markers} = this.view;
    /** @type {Element[]} */
    const below = [], above = [];
    for (const mark of marks) {
      (BELOW.has(mark.kind) ? below : above).push(this.part(`mark.${mark.kind}`, mark.cell));
      if (mark.note) above.push(this.note(mark.note, mark.cell));
    }
    for (const marker of markers) {
      if (marker.shown === 'colour' && marker.side >= 0) {
        below.push(this.part(`held.${marker.side}`, marker.cell));
      }
    }
    this.layers.below.replaceChildren(...below);
    this.layers.above.replaceChildren(...this.markers(), ...above);
  }

  /** Bars, pills and the shapes of sides of the markers on cells. */
  markers() {
    const found = [], heights = new Map(), bars = new Map();
    for (const marker of this.view.markers) {
      const [x, y] = this.centre(marker.cell), {cell} = marker;
      if (marker.shown === 'bar') {
        const count = bars.get(cell) ?? 0, left = count % 2 ? x + 38 : x - 49;
        bars.set(cell, count + 1);
        const full = Math.round(46 * marker.share);
        found.push(svg('rect', {class: 'bar', x: left, y: y - 30, width: 11, height: 50}),
          svg('rect', {
          class: `bar-${marker.rank % 4}`, x: left + 2, y: y + 18 - full, width: 7, height: full,
        }));
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

  /** @param {string} text @param {number} cell */
  note(text, cell) {
    const [x, y] = this.centre(cell), inset = this.view.shape === 'square' ? 0 : 11;
    return pill(text, x - 50 + inset, y - 50 + inset, 18, 'start');
  }

  /** The units: those that stay keep their elements. @param {readonly Unit[]} units */
  showUnits(units) {
    const left = new Map(this.shown);
    for (const unit of units) {
      const id = unit.id ? `${unit.id}` : `at ${unit.cell}`, key = this.keyOf(unit);
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

  /** @param {Unit} unit */
  keyOf(unit) {
    return [unit.side, unit.type, unit.men, unit.full_men, unit.facing, unit.can_act,
      unit.wounds > 0,
      unit.cell === this.view.selected, unit.letter].join();
  }

  /** A unit around the origin. @param {Unit} unit */
  unit(unit) {
    const side = unit.side, strong = Math.max(unit.men, unit.full_men) > 1;
    const many = Math.max(unit.men, unit.full_men) > 6,
      ink = this.drawn.sides[side].ink ?? '#ffffff';
    const icon = `${strong ? 'high' : 'icon'}.${unit.type}.${side}`;
    const parts = unit.cell === this.view.selected ? [this.use(`chosen.${side}`, {class: 'ready'})]
      : [];
    parts.push(this.use(`body.${side}`));
    if (this.has(icon)) parts.push(this.use(icon));
    else parts.push(letters(unit.letter.toUpperCase().slice(0, 3), strong ? 42 : 50, 44, ink));
    if (many) parts.push(letters(`${unit.men}`, 78.5, 17, ink));
    else if (strong) parts.push(
      this.use(`men.${unit.men}.${Math.max(unit.men, unit.full_men)}.${side}`));
    if (unit.wounds > 0) parts.push(this.use('wound'));
    if (unit.can_act) parts.push(this.use('ready', {class: 'ready'}));
    if (unit.facing !== null && unit.facing !== undefined) parts.push(this.pointer(unit.facing));
    const square = svg('g', {transform: 'translate(-50 -50)'}, ...parts);
    return svg('g', {class: 'unit'}, svg('g', {class: 'token'}, square));
  }

  /** What shows where a unit looks. @param {number} facing */
  pointer(facing) {
    const angle = this.angle(facing);
    return this.use(angle % 90 ? 'pointer.aslant' : 'pointer',
      {transform: `rotate(${angle} 50 50)`});
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

  /** An arrow for each hint, with its rank, those of one cell below each other. */
  showHints() {
    const {view} = this, hints = view.prompt ? [] : view.hints, ends = new Map();
    /** @type {Element[]} */
    const found = [];
    hints.forEach((hint, at) => {
      if (!hint.cells.length) return;
      const end = hint.cells[hint.cells.length - 1], [x, y] = this.centre(end);
      const before = ends.get(end) ?? 0, best = at ? 'good' : 'best';
      ends.set(end, before + 1);
      const parts = [this.way(hint.cells, best)];
      if (hint.facing !== null && hint.facing !== undefined) {
        parts.push(this.part('turn.lit', end, {transform: this.turned(hint.facing, end)}));
      }
      const disc = `translate(${x + 14} ${y - 50 + 36 * before}) scale(.36)`;
      parts.push(svg('g', {transform: disc}, this.use(`rank.${best}`), letters(`${at + 1}`, 50, 62,
        '#071c36')));
      found.unshift(svg('g', {}, ...parts));
    });
    this.layers.hints.replaceChildren(...found);
  }

  /** @param {number} facing @param {number} cell */
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
    const odds = prompt?.brief ? [prompt.cells?.at(-1), prompt.brief] : view.aim;
    if (!odds || odds[0] === undefined) {
      this.layers.notes.replaceChildren();
      return;
    }
    const size = Math.max(22, 13 / (this.scale ?? 1)), [x, y] = this.centre(Number(odds[0]));
    const [wide] = this.drawn.board.span, text = `${odds[1]}`, half = text.length * size * 0.31
      + size / 2;
    const lines = 2 * half > wide ? text.split(' · ') : [text];
    const longest = Math.max(...lines.map(line => line.length)) * size * 0.31 + size / 2;
    const at = Math.max(longest, Math.min(wide - longest, x)), tall = lines.length * size * 1.4;
    const top = y - 56 - tall < -10 ? y + 56 : y - 56 - tall;
    this.layers.notes.replaceChildren(...lines.map((line, row) => (
      pill(line, at, top + row * size * 1.4, size, 'middle', 'caption'))));
  }

  /** What a screen reader says of each cell. */
  showLabels() {
    for (const [cell, element] of this.cells ?? []) {
      const label = this.label(cell);
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
function pill(text, x, y,
  size, anchor = 'start', style = 'note') {
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
  const kind = hit ? 'hit' : 'die';
  if (board.has(`${kind}.${face}`)) return svg('g', {}, board.use(`${kind}.${face}`));
  return svg('g', {}, board.use(`${kind}.`), svg('text', {
    class: 'letters', x: 50, y: 60, 'font-size': face.length < 3 ? 46 : 30, fill: '#2b2119',
  }, face.slice(0, 3)));
}

/** Dice as they lie beside each other, of some pixels each. */
export function diceOf(board, dice, size) {
  const {faces, hits = []} = dice;
  const words = faces.map((face, at) => (hits[at] ? `${face} ✓` : face));
  return h('span', {class: 'fallen', role: 'img', 'aria-label': words.join(', ')},
    faces.map((face, at) => svg('svg', {viewBox: '0 0 100 100', width: size, height: size},
      dieOf(board, face, hits[at]))));
}

/** A legend's swatch or a token beside a text: parts of a sheet in a square. */
export function picture(prefix, names, size = 28) {
  return h('span', {class: 'picture'}, svg('svg', {viewBox: '0 0 100 100', width: size,
    height: size, 'aria-hidden': true},
    ...names.map(name => svg('use', {href: `#${prefix}${name}`}))));
}
