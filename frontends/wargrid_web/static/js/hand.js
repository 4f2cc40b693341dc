// What the player has in hand: a selection and a move, drawn before the server has answered. The
// server judges every move; what is drawn here is only what it is expected to say.

/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').ChoiceView} Choice */

/** The marks that a selection brings: those that are sent with the turn, and all. */
const MARKS = /** @type {const} */ (['range', 'reach', 'special', 'target']);
const OWN = new Set([...MARKS, 'approach', 'blocked', 'turn']);

/** The lines that a selection brings. */
const LINES = ['way', 'range'];

/** Which of them lie over the units. */
const OVER = new Set(['target']);

/** Whether a shape on the board belongs to what is selected, or to the cell pointed at. */
const isOwn = (each, lines) => ('use' in each ? OWN.has(each.use.replace('mark.', ''))
  : 'points' in each ? LINES.some(name => lines[name][0] === each.dark
    && lines[name][1] === each.light) : each.framed);

/** What the player of a page has done, until the server has said what came of it. */
export class Hand {
  constructor() {
    this.free();
  }

  /** Let go of everything: what the server says is shown. */
  free() {
    /** The cell selected here, -1 for none; nothing where the server's selection is shown. */
    this.selected = /** @type {number|undefined} */ (undefined);
    /** The intent that told the selection. */
    this.told = 0;
    /** The cell selected last by a click. */
    this.clicked = -1;
    this.move = /** @type {{cell: number, target: number, n: number}|null} */ (null);
    this.made = /** @type {any} */ (null);
  }

  /**
   * Take a click on a cell; says what it does at once, or nothing where the server has to say it.
   * @param {View} view @param {number} cell @returns {'selects'|'moves'|''}
   */
  click(view, cell) {
    const before = this.clicked;
    this.clicked = -1;
    if (this.move || !mayAct(view)) return '';
    const selected = this.selected ?? view.selected ?? -1, choice = choiceOf(view, selected);
    if (cell === selected) {
      if (before !== cell) return ''; // it has just acted, and goes on
      this.select(-1);
      return 'selects';
    }
    const {reach = [], target = [], special = [], asks = []} = choice ?? {};
    if ([...reach, ...target, ...special].includes(cell)) {
      if (special.includes(cell) || asks.includes(cell)) return '';
      this.move = {cell: selected, target: cell, n: Infinity};
      return 'moves';
    }
    if (!choiceOf(view, cell) || (selected >= 0 && !choice)) return '';
    this.select(cell);
    this.clicked = cell;
    return 'selects';
  }

  /** @param {number} cell */
  select(cell) {
    this.selected = cell;
    this.told = 0;
  }

  /** Whether the server has to know of the selection before it carries out anything else. */
  get tells() {
    return this.selected !== undefined && !this.told;
  }

  /** Whether a unit is selected of which the server has said nothing yet. */
  get selects() {
    return this.selected !== undefined && this.selected >= 0 && !this.move;
  }

  /** Note the number of an intent that was sent with what was to be told. @param {number} n */
  sent(n) {
    if (this.tells) this.told = n;
    if (this.move?.n === Infinity) this.move.n = n;
  }

  /** Follow the server, which has done all intents up to one. @param {View} view */
  follow(view, acknowledged) {
    if (this.move && acknowledged >= this.move.n) this.move = null;
    const chosen = this.selected ?? -1;
    if ((this.told && acknowledged >= this.told) || !mayAct(view)
      || (chosen >= 0 && !choiceOf(view, chosen))) {
      this.selected = undefined;
      this.told = 0;
    }
  }

  /**
   * The view with what is in hand; the server's own while there is nothing.
   * @template {View|null} T
   * @param {T} view @param {import('./board.js').Board|null} board @returns {T}
   */
  shown(view, board) {
    if (!view || !board || (this.selected === undefined && !this.move)) return view;
    const {selected = view.selected ?? -1, move} = this;
    const key = [view, board, selected, move];
    if (!this.made || key.some((each, at) => each !== this.made.key[at])) {
      const units = this.moved(view.units);
      this.made = {key, view: held({...view, units}, board, move ? -1 : selected)};
    }
    return this.made.view;
  }

  /** The units after the move in hand. */
  moved(units) {
    const {move} = this;
    return move ? units.filter(each => each.cell !== move.target).map(each => (
      each.cell === move.cell ? {...each, cell: move.target} : each)) : units;
  }

  /** News without the move in hand, if it is what they begin with. */
  rest(news) {
    const {move} = this, at = move ? news.findIndex(each => each.kind === 'move') : -1;
    const isOwn = at >= 0 && news[at].cell === move?.cell && news[at].target === move?.target
      && news.slice(0, at).every(({kind, cell}) => kind === 'eliminated' && cell === move?.target);
    return isOwn ? news.slice(at + 1) : null;
  }
}

/** What the unit on a cell may do, as it was sent with the turn. @returns {Choice|undefined} */
const choiceOf = (view, cell) => (view.choices ?? []).find(each => each.cell === cell);

/** Whether the player acts now, and no question and no guide is open. @param {View} view */
const mayAct = view => !view.over && !view.prompt && !view.guide
  && view.seats.some(side => view.sides[side].to_act);

/** One outline around the cells in range, and the units that stand among them. */
function range(view, board, cells = /** @type {readonly number[]} */ ([])) {
  if (!cells.length) return [];
  const near = new Set(cells), stands = new Set(view.units.map(({cell}) => cell));
  const among = [...stands].filter(cell => {
    const around = board.beside(cell).filter(other => other >= 0);
    return around.some(other => near.has(other))
      && around.every(other => near.has(other) || stands.has(other));
  });
  const [dark, light, thick, opacity] = board.drawn.board.lines.range;
  return [{path: board.around(new Set([...cells, ...among])), dark, light, thick, opacity}];
}

/** A view with another selection. */
function held(view, board, selected) {
  const choice = choiceOf(view, selected), {lines} = board.drawn.board;
  const marks = MARKS.flatMap(kind => (choice?.[kind] ?? []).map(cell => ({cell, kind})));
  const drawn = marks.filter(({kind}) => kind !== 'range');
  const shapes = over => drawn.filter(({kind}) => OVER.has(kind) === over).map(({cell, kind}) => {
    const [x, y] = board.centre(cell);
    return {use: `mark.${kind}`, x, y};
  });
  const others = list => list.filter(each => !isOwn(each, lines));
  return {
    ...view,
    selected: selected < 0 ? null : selected,
    commands: selected < 0 ? view.commands : view.commands.map(each => (
      each.name === 'cancel' ? {...each, enabled: true} : each)),
    marks: [...view.marks.filter(({kind}) => !OWN.has(kind)), ...marks,
      ...(choice?.turns ?? []).map(facing => ({cell: selected, kind: 'turn', facing}))],
    below: [...shapes(false), ...range(view, board, choice?.range), ...others(view.below ?? [])],
    above: [...shapes(true), ...others(view.above ?? [])],
    message: view.tone === 'refusal' ? '' : view.message,
  };
}
