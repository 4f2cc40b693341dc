// A report of many games as one file: the verdict, plots, heat maps over the board, and games.
import {Board, addSheet} from './board.js';
import {apply} from './difference.js';
import {fill, h, svg} from './dom.js';
import {Player} from './film.js';
import {say, showTheme, takeTexts} from './settings.js';

/** The shortest scale of changes, as a share. */
const NARROW = 0.1;

const report = JSON.parse(document.getElementById('shown')?.textContent ?? '{}');
const {sides} = report.board;

const titled = (title, ...content) => h('section', {class: 'panel'}, h('h2', {}, title), content);
const colour = side => sides[side]?.top ?? 'var(--faint)';

/** A swatch in the colour of a side. @param {number} side */
const swatch = side => svg('svg', {viewBox: '0 0 1 1', class: 'lead', 'aria-hidden': true},
  svg('path', {d: 'M0 0H1V1H0Z', fill: colour(side)}));

/** A row of a plot: what it is, a drawing 100 wide and 10 high, and its figures. */
const row = (label, text, ...drawn) => h('li', {}, h('span', {}, label),
  svg('svg', {viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': true}, ...drawn),
  h('span', {class: 'figure'}, text));

const line = (style, d) => svg('path', {class: style, d});

function shareRow([label, text, value, low, high, side]) {
  const drawn = [svg('rect', {class: 'track', width: 100, height: 10}),
    svg('rect', {width: 100 * value, height: 10, fill: colour(side)})];
  if (typeof side === 'number') drawn.push(line('middle', 'M50 0V10'));
  return row(label, text, ...drawn, line('edge', `M${100 * low} 5H${100 * high}`),
    line('interval', `M${100 * low} 5H${100 * high}`));
}

function changeRow([label, text, value, low, high, , certain], scale) {
  const x = share => 50 + 50 * share / scale, dot = `M${x(value)} 5h.01`;
  return row(label, text, line('middle', 'M50 0V10'), line('interval', `M${x(low)} 5H${x(high)}`),
    line('dot', dot), certain === false ? line('hole', dot) : '');
}

function plot([title, bars, kind]) {
  const widest = bars.flatMap(([, , , low, high]) => [Math.abs(low), Math.abs(high)]);
  const scale = Math.max(NARROW, ...widest), draw = kind === 'changes' ? changeRow : shareRow;
  return titled(title, h('ul', {class: 'plot'}, bars.map(bar => draw(bar, scale))),
    kind === 'changes' && h('p', {class: 'muted'}, say('report.certain')));
}

/** How many games have which length, by who won them. */
function lengths(bins) {
  const sum = counts => counts.reduce((all, each) => all + each, 0);
  const most = Math.max(...bins.map(([, , counts]) => sum(counts)));
  const bars = bins.flatMap(([, , counts], at) => {
    let top = 100;
    return counts.map((count, side) => {
      const high = 100 * count / most;
      top -= high;
      return svg('rect', {x: at * 10 + 0.5, y: top, width: 9, height: high, fill: colour(side)});
    });
  });
  const said = bins.map(([first, last, counts]) => `${first}–${last}: ${sum(counts)}`).join(', ');
  const names = start.sides.map(side => side.name);
  if (bins.some(([, , counts]) => counts[names.length])) names.push(say('report.none'));
  return titled(say('report.lengths'),
    svg('svg', {class: 'lengths', viewBox: `0 0 ${bins.length * 10} 100`, role: 'img',
      'aria-label': said, preserveAspectRatio: 'none'}, ...bars),
    h('p', {class: 'ends', 'aria-hidden': true}, [bins[0][0], bins.at(-1)[1]].map(each =>
      h('span', {}, each))),
    h('p', {class: 'row muted'}, names.map((name, side) => h('span', {}, swatch(side), name))));
}

function heat([title, text, counts, colours]) {
  const board = new Board(start, report.board);
  board.show({...start, units: start.units.map(unit => ({...unit, can_act: false}))});
  board.layers.cells.replaceChildren(); // nothing is clicked here
  board.layers.below.replaceChildren(...colours.map(([fill, alpha], cell) => svg('path',
    {d: board.outline(cell), fill, 'fill-opacity': alpha / 255},
    svg('title', {}, `${start.cell_names[cell]}: ${counts[cell]}`))));
  board.element.setAttribute('role', 'img');
  board.element.setAttribute('aria-label', `${title}. ${text}`);
  return h('figure', {}, board.element,
    h('figcaption', {}, h('b', {}, title), h('br'), text));
}

function table([title, heads, rows]) {
  const cells = ([side, [first, ...rest]]) => h('tr', {},
    h('th', {scope: 'row'}, typeof side === 'number' && swatch(side), first),
    rest.map(each => h('td', {}, each)));
  return titled(title, h('div', {class: 'wide', role: 'region', 'aria-label': title, tabIndex: 0},
    h('table', {}, h('thead', {}, h('tr', {}, heads.map((head, at) => (
      head ? h('th', {scope: 'col'}, head) : h('td', {}))))), h('tbody', {}, rows.map(cells)))));
}

/** A game, drawn when it is opened. */
function game([title, film]) {
  const place = h('div', {});
  const show = () => place.hasChildNodes() || fill(place, new Player(film).element);
  return h('details', {ontoggle: show}, h('summary', {}, title), place);
}

takeTexts(report.texts);
showTheme();
addEventListener('beforeprint', () => { document.documentElement.dataset.theme = 'light'; });
addEventListener('afterprint', showTheme);
addSheet(report.sheet, report.board.prefix);
const start = apply(null, report.start);
fill(document.getElementById('app'), h('main', {class: 'report'},
  h('header', {}, h('h1', {}, report.title), h('p', {class: 'muted'}, report.about)),
  titled(say('report.verdict'), report.headlines.map(each => h('p', {class: 'verdict'}, each)),
    report.sentences.length > 0 && h('ul', {}, report.sentences.map(each => h('li', {}, each)))),
  h('div', {class: 'plots'}, report.plots.map(plot),
    report.lengths.length > 0 && lengths(report.lengths)),
  report.heats.length > 0 && titled(say('report.heat'), h('p', {class: 'muted'},
    say('report.heat.scale')), h('div', {class: 'heats'}, report.heats.map(heat))),
  report.grids.map(table),
  report.games.length > 0 && titled(say('report.games'), report.games.map(game)),
  h('p', {class: 'muted'}, say('report.made'))));
