// Which screen is shown at which address. A screen is a module with `show(main, ...parts)`, which
// fills `main` and returns what is to be done when it is left.
import {addSheet} from './board.js';
import {fill, go, h} from './dom.js';
import {failed} from './page.js';
import {language, readTexts, say, showTheme} from './settings.js';

/** @type {[RegExp, () => Promise<any>, string?][]} */
const SCREENS = [
  [/^\/m\/([\w-]+)\/?$/, () => import('./game.js')],
  [/^\/$/, () => import('./lobby.js')],
  [/^\/learn\/?$/, () => import('./lobby.js'), 'showLearn'],
  [/^\/new\/(.+)$/, () => import('./new_game.js')],
  [/^\/links\/([\w-]+)$/, () => import('./mine.js'), 'showLinks'],
  [/^\/review\/([\w-]+)$/, () => import('./review.js')],
  [/^\/notices\/?$/, () => import('./notices.js')],
  [/^\/mine\/?$/, () => import('./mine.js')],
  [/^\/file\/?$/, () => import('./file.js')],
];

let leave = () => {};

/** Show the screen of the address. */
async function route() {
  leave();
  leave = () => {};
  document.querySelector('dialog')?.remove(); // is of another screen, as is what was said last:
  fill(/** @type {Element} */ (document.getElementById('live')));
  const main = h('main', {id: 'main', tabIndex: -1});
  fill(/** @type {Element} */ (document.getElementById('app')), main);
  document.title = 'Wargrid';
  for (const [pattern, load, show = 'show'] of SCREENS) {
    const parts = pattern.exec(location.pathname);
    const names = parts && decoded(parts.slice(1));
    if (names) {
      const screen = await load();
      leave = (await screen[show](main, ...names)) ?? leave;
      return;
    }
  }
  failed(main, say('web.no_page'));
}

/** The names in an address, or null where they are none. @param {string[]} parts */
function decoded(parts) {
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** Follow links within the page without loading it again. @param {MouseEvent} event */
function follow(event) {
  const link = /** @type {Element} */ (event.target).closest?.('a[href]');
  const plain = !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey;
  if (!plain || !(link instanceof HTMLAnchorElement) || link.target || link.download) return;
  const known = SCREENS.some(([path]) => path.test(link.pathname));
  if (link.origin !== location.origin || !known) return;
  event.preventDefault();
  go(link.href);
}

/** Show a file that is dropped on the page. @param {DragEvent} event */
async function dropped(event) {
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  event.preventDefault();
  (await import('./file.js')).drop(file);
}

showTheme();
matchMedia('(prefers-color-scheme: light)').addEventListener('change', showTheme);
addEventListener('settings', event => {
  if ('language' in /** @type {CustomEvent} */ (event).detail) route();
});
addEventListener('popstate', () => route());
addEventListener('click', follow);
addEventListener('dragover', event => event.dataTransfer?.types.includes('Files')
  && event.preventDefault());
addEventListener('drop', dropped);
navigator.serviceWorker?.register(`/sw.js?language=${language()}`).catch(() => {});
const icons = fetch(new URL('../pictures/buttons.svg', import.meta.url));
SCREENS.find(([path]) => path.test(location.pathname))?.[1](); // is read while the texts are
await readTexts();
addSheet(await (await icons).text(), 'button-');
await route();
