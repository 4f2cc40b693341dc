// Small helpers: elements made of properties and children; text is always text.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Make an element. Properties are set unchanged; `data-*`, `aria-*`, `role` and `class` are
 * attributes, and `on…` are listeners. A child that is null, undefined or false is left out.
 * @param {string} tag @param {Record<string, any>} [props] @returns {any}
 */
export function h(tag, props = {}, ...children) {
  return finish(document.createElement(tag), props, children);
}

/** Make an SVG element in the same way: all but its listeners are attributes. @returns {any} */
export function svg(tag, attributes = {}, ...children) {
  return finish(document.createElementNS(SVG, tag), attributes, children);
}

function finish(made, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith('on')) made.addEventListener(name.slice(2).toLowerCase(), value);
    else if (made instanceof SVGElement || /^(data-|aria-|role$|class$|for$)/.test(name)) {
      made.setAttribute(name, `${value}`);
    } else made[name] = value;
  }
  made.append(...present(children));
  return made;
}

/** A square drawing of some units, of some pixels, that says nothing itself. */
export const drawing = (units, size, ...children) => svg('svg', {width: size, height: size,
  viewBox: `0 0 ${units} ${units}`, 'aria-hidden': true}, ...children);

/** @param {any[]} children @returns {(Node|string)[]} */
function present(children) {
  return children.flat(9).filter(child => child !== null && child !== undefined && child !== false)
    .map(child => (child instanceof Node ? child : `${child}`));
}

/** Show these children in an element instead of those it has. @param {...any} children */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
}

/** Show other children, of which that with the same `data-action` as before has the focus. */
export function refill(element, ...children) {
  const held = element.contains(document.activeElement)
    && /** @type {HTMLElement} */ (document.activeElement).dataset.action;
  fill(element, ...children);
  element.querySelector(`[data-action="${held}"]`)?.focus({preventScroll: true});
  return held !== false && !element.contains(document.activeElement);
}

/** Pairs of labels and values; a value without a label goes on with the one before. */
export function pairs(lines, style = '') {
  return h('dl', {class: style}, lines.map(([label, value]) => [
    label && h('dt', {}, label), h('dd', {class: label ? undefined : 'more'}, value)]));
}

/** Let a screen reader say sentences, of which some may be empty. @param {...string} texts */
export function announce(...texts) {
  const live = document.getElementById('live'), said = texts.filter(Boolean).join('. ');
  if (live && said) live.textContent = said.replace(/([.?!…])\. /g, '$1 ');
}

/** For how many milliseconds a sentence lies over everything. */
const LIES = 6000;

/** Show sentences over everything for a while, also over a dialog, which hides all else. */
export function toast(...texts) {
  const place = document.querySelector('dialog[open]') ?? document.body;
  for (const text of texts) {
    const shown = h('p', {class: 'toast', role: 'status'});
    place.append(shown);
    setTimeout(() => fill(shown, text)); // a screen reader reads what comes into a known place
    setTimeout(() => shown.remove(), LIES);
  }
}

/** Offer content as a file. @param {Blob} content @param {string} name */
export function download(content, name) {
  const link = h('a', {href: URL.createObjectURL(content), download: name});
  link.click();
  URL.revokeObjectURL(link.href);
}

/**
 * Go from line to line of a list by the arrows, at first to its end: the whole list is one stop of
 * the Tab key. @param {KeyboardEvent} event
 */
export function byArrows(event) {
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  const line = /** @type {HTMLElement} */ (event.target).closest('li');
  const ways = line ? {ArrowUp: line.previousElementSibling, ArrowDown: line.nextElementSibling}
    : {ArrowUp: list.lastElementChild};
  const next = ways[event.key]?.querySelector('button');
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}

/** A name of any letters as a part of an address; its slashes stay. @param {string} name */
export const inPath = name => name.split('/').map(encodeURIComponent).join('/');

/** Go to another screen of the page. @param {string} address @param {'push'|'replace'} [how] */
export function go(address, how = 'push') {
  history[`${how}State`](null, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
}
