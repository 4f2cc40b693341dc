// The board as SVG, drawn from a view and the pictures of its game. It knows no game, no socket and
// nothing of the page outside its own element, so that a replay or an editor can embed it.
import {drawing, fill, h, svg} from './dom.js';

const LAYERS = ['ground', 'names', 'below', 'units', 'pointed', 'above', 'notes', 'hints', 'cells',
  'turns'];

/** The room around the board for the names of columns and rows, in hundredths of a cell. */
const MARGIN = 44;

/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').UnitView} Unit */
/** @typedef {import('./types.js').Drawn} Drawn */
/** @typedef {import('./types.js').Use | import('./types.js').Line | import('./types.js').Words
 *   | import('./types.js').Box | {path: string}} Element */

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
    /** @type {Map<string, number>|undefined} */
    this.near = undefined;
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

  /** The cell around a point, as the first side sees it; -1 if there is none. */
  cellAt(x, y) {
    this.near ??= new Map(this.drawn.board.centres.flatMap(([a, b], cell) => (
      [[5, 5], [5, -5], [-5, 5], [-5, -5]].map(([right, down]) => (
        [`${Math.floor((a + right) / 50)} ${Math.floor((b + down) / 50)}`, cell])))));
    return this.near.get(`${Math.floor(x / 50)} ${Math.floor(y / 50)}`) ?? -1;
  }

  /** The cell behind each side of a cell, -1 beyond the board. @param {number} cell */
  beside(cell) {
    const {centres, corners} = this.drawn.board, [x, y] = centres[cell];
    return corners.map(([a, b], at) => {
      const [c, d] = corners[(at + 1) % corners.length];
      return this.cellAt(x + a + c - 100, y + b + d - 100);
    });
  }

  /** The sides of cells where others begin, as a path. @param {Set<number>} cells */
  around(cells) {
    const {centres, corners, span: [wide, high]} = this.drawn.board;
    return [...cells].flatMap(cell => this.beside(cell).map((other, at) => {
      const ends = [corners[at], corners[(at + 1) % corners.length]].map(([a, b]) => {
        const [x, y] = [centres[cell][0] + a - 50, centres[cell][1] + b - 50];
        return this.flipped ? `${wide - x} ${high - y}` : `${x} ${y}`;
      });
      return cells.has(other) ? '' : `M${ends.join('L')}`;
    })).join('');
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

  /** A part that points somewhere as this board shows it. @param {string} name */
  seen(name) {
    return this.flipped && this.has(`turned.${name}`) ? `turned.${name}` : name;
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
    const {under = [], below = [], above = []} = view, {hover = -1, pointed = []} = now;
    const free = !view.prompt || view.prompt.kind === 'cell';
    const mark = (kind, cells) => cells.map(cell => this.part(`mark.${kind}`, cell));
    this.showUnits(view.units);
    fill(this.layers.below, [...under, ...below].map(each => this.shape(each)),
      mark('picked', pointed));
    fill(this.layers.pointed, mark('hover', hover >= 0 && hover !== view.selected && free
      ? [hover] : []), mark('cursor', now.cursor && view.cursor !== null ? [view.cursor] : []));
    fill(this.layers.above, above.map(each => this.shape(each)));
    this.layers.hints.replaceChildren();
    this.showTurns();
    this.showLabels();
  }

  /** Take away what lies on the board beside its units, while something moves. */
  clear() {
    for (const name of ['below', 'pointed', 'above', 'notes', 'hints', 'turns']) {
      this.layers[name].replaceChildren();
    }
  }

  /** A shape that lies on the board. @param {Element} each */
  shape(each) {
    if ('use' in each) return this.picture(each);
    if ('points' in each) return arrow(each);
    if ('words' in each) return this.words(each);
    if ('path' in each) return outline(each.path, each);
    const {x, y, wide: width, high: height, colour} = each;
    return svg('rect', {x, y, width, height, fill: colour});
  }

  /** A picture of the sheet, with letters on it. @param {import('./types.js').Use} each */
  picture({use, x, y, turn = 0, size = 100, letters: text}) {
    const transform = `translate(${x} ${y}) rotate(${turn}) scale(${size / 100}) translate(-50 -50)`;
    return text ? svg('g', {transform}, this.use(use), letters(text, 50, 62, '#071c36'))
      : this.use(use, {transform});
  }

  /** Words in a box, which are large enough to be read. @param {import('./types.js').Words} each */
  words({words, x, y, size, anchor = 'topleft', framed = false}) {
    if (!framed) return pill(words, x, y, size, anchor);
    const letters = Math.max(size, 13 / (this.scale ?? 1));
    return pill(words, x, y, letters, anchor, 'caption', this.drawn.board.span);
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
    const {side, type, men, facing, numbers = ''} = unit, full = Math.max(men, unit.full_men);
    const below = Number(full > 1) + Number(numbers !== '');
    const icon = `${['icon', 'high', 'top'][below]}.${type}.${side}`;
    const look = this.drawn.sides[side], bare = look.shape === 'none' && this.has(icon);
    const room = this.drawn.rooms?.[side];
    const ink = look.ink ?? '#ffffff', angle = this.angle(facing ?? 0);
    const square = svg('g', {transform: 'translate(-50 -50)'},
      unit.cell === this.view.selected && this.use(this.seen(`chosen.${side}`), {class: 'ready'}),
      !(bare && !below) && this.use(this.seen(`body.${side}`)), this.has(icon) ? this.use(icon)
        : letters(unit.letter.toUpperCase().slice(0, 3), [50, 42, 35][below], 44 - 5 * below, ink),
      numbers && (full > 1 ? letters(numbers, 64, 18, ink, room)
        : letters(numbers, 77, 20, ink, room)),
      full > 6 ? letters(`${men}`, 78.5, below > 1 ? 15 : 17, ink, room)
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

  /** An arrow from cell to cell, by the name of its style. @param {readonly number[]} cells */
  way(cells, style) {
    return this.line(cells.map(cell => this.centre(cell)), style);
  }

  /** The arrow of an attack, which leaves the men at both ends to be seen. */
  strike(cells) {
    const ends = cells.map(cell => this.centre(cell)), {men} = this.drawn.board;
    return this.line([clear(ends[0], ends[1], men), clear(ends[1], ends[0], men)], 'blow');
  }

  line(points, style) {
    const [dark, light] = this.drawn.board.lines[style];
    return arrow({points, dark, light});
  }

  /** Arrows with signs at their ends, those of one cell below each other. */
  compare(arrows) {
    const ends = new Map(), lines = /** @type {any[]} */ ([]), signs = /** @type {any[]} */ ([]);
    for (const {cells, facing, sign, style} of arrows) {
      const end = cells.at(-1), [x, y] = this.centre(end), before = ends.get(end) ?? 0;
      ends.set(end, before + 1);
      lines.unshift(this.way(cells, style), typeof facing === 'number'
        && this.part('turn.lit', end, {transform: this.turned(facing, end)}));
      const use = style === 'best' ? 'rank.best' : 'rank.good';
      signs.unshift(this.picture({use, x: x + 32, y: y - 32 + 36 * before, size: 36,
        letters: sign}));
    }
    fill(this.layers.hints, lines, signs);
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
function letters(text, y, size, fill, wide = 64) {
  const fitting = Math.min(size, wide / (text.length * 0.68));
  return svg('text', {class: 'letters', x: 50, y: y + fitting * 0.36, 'font-size': fitting, fill},
    text);
}

/** Lines of text in a dark box with an anchor at a point, inside a board of a `span` if given. */
function pill(lines, x, y, size, anchor, style = 'note', span) {
  let wide = Math.max(...lines.map(line => line.length)) * size * 0.62 + size * 0.7;
  if (!span && wide > size * 4.3) [size, wide] = [size * size * 4.3 / wide, size * 4.3];
  const high = size * 1.2 * lines.length + size * 0.1, side = (start, end) => (
    anchor.includes(start) ? 0 : anchor.includes(end) ? 1 : 0.5);
  const within = (least, most) => (span ? Math.max(0, Math.min(least, most)) : least);
  const left = within(x - wide * side('left', 'right'), span?.[0] - wide);
  const top = within(y - high * side('top', 'bottom'), span?.[1] - high);
  return svg('g', {class: style},
    svg('rect', {x: left, y: top, width: wide, height: high, rx: size * 0.6}),
    lines.map((line, row) => svg('text', {x: left + wide / 2, y: top + size * (0.98 + 1.2 * row),
      'font-size': size}, line)));
}

/** A closed line around cells. @param {string} d @param {any} line */
const outline = (d, {dark, light, thick = 1, opacity = 1}) => svg('g', {opacity, fill: 'none',
  'stroke-linejoin': 'round', 'stroke-linecap': 'round'}, [[dark, 17], [light, 9]].map(
  ([stroke, wide]) => svg('path', {d, stroke, 'stroke-width': wide * thick})));

/** A line with a dark edge and a head. @param {import('./types.js').Line} line */
function arrow({points, dark, light, thick = 1, opacity = 1}) {
  const [first, last] = [points[0], points.at(-1)].map(String);
  if (points.length > 2 && first === last) {
    return outline(`M${points.slice(1).map(each => each.join(' ')).join('L')}Z`,
      {dark, light, thick, opacity});
  }
  const group = svg('g', {class: 'arrow', opacity});
  if (points.length < 2) return group;
  const [[a, b], [x, y]] = points.slice(-2), angle = Math.atan2(y - b, x - a), head = 30 * thick;
  const end = [x - head * 0.8 * Math.cos(angle), y - head * 0.8 * Math.sin(angle)];
  const line = [...points.slice(0, -1), end].map(point => point.join()).join(' ');
  for (const [stroke, wide, edge] of /** @type {[string, number, number][]} */ (
    [[dark, 17, 9], [light, 9, 1]])) {
    group.append(
      svg('polyline', {stroke, points: line, 'stroke-width': wide * thick}),
      svg('path', {stroke, fill: stroke, 'stroke-width': edge * thick,
        transform: `translate(${x} ${y}) rotate(${angle * 180 / Math.PI})`,
        d: `M0 0L${-head} ${-head * 0.62}V${head * 0.62}Z`}));
  }
  return group;
}

/** Where the line from the middle of a cell to a point has left the men there. */
function clear([x, y], [a, b], men) {
  const [right, down] = [a - x, b - y], [aside, top, bottom] = men;
  const share = Math.min(1, bottom / down, right ? aside / Math.abs(right) : 1);
  return down > 0 && share > top / down ? [x + right * share, y + down * share] : [x, y];
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
