// What a player chose, kept in this browser, and texts in the player's language.
import {h} from './dom.js';

/** @type {Record<string, any>} */
const USUAL = {
  language: '', theme: '', sound: false, speed: 1, palette: 'usual', pieces: 'icons',
  coordinates: 'shown', confirm: 'always', odds: 'brief',
};

/** The settings that are chosen from a list. */
export const CHOICES = Object.keys(USUAL);

/** @type {Record<string, string>} */
let texts = {};

/** What is kept until the page is left, where storage is blocked or full. @type {Map<string, any>} */
const memory = new Map();

/** A value kept in this browser, or else the other one. @param {string} name */
export function kept(name, other = /** @type {any} */ (null)) {
  if (memory.has(name)) return memory.get(name) ?? other; // newer than what could be written
  try {
    return JSON.parse(localStorage.getItem(`wargrid.${name}`) ?? 'null') ?? other;
  } catch {
    return other;
  }
}

/** Keep a value in this browser; false where storage is blocked or full. @param {string} name */
export function keep(name, value) {
  try {
    localStorage.setItem(`wargrid.${name}`, JSON.stringify(value));
    memory.delete(name);
    return true;
  } catch {
    memory.set(name, value);
    return false;
  }
}

export const settings = {...USUAL, name: '', ...kept('settings', {})};

/** Change settings; the page takes them on at once. @param {Record<string, any>} changes */
export async function choose(changes) {
  Object.assign(settings, changes);
  keep('settings', settings);
  if ('language' in changes) await readTexts();
  showTheme();
  dispatchEvent(new CustomEvent('settings', {detail: changes}));
}

/** The language of every text: the chosen one, or the one that the browser asked the server for. */
export const language = () => settings.language || document.documentElement.lang || 'en';

/** Whether nothing should move. */
export const still = () => !settings.speed
  || matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whether there is a finger and no mouse. */
export const touches = () => matchMedia('(hover: none)').matches;

/** Read the texts of the language; their address names their content, so they are kept for ever. */
export async function readTexts() {
  const meta = document.querySelector('meta[name="wargrid-texts"]')?.getAttribute('content');
  const addresses = Object.fromEntries((meta ?? '').split(' ').map(each => each.split('=')));
  document.documentElement.lang = language();
  takeTexts(await (await fetch(addresses[language()] ?? addresses.en)).json());
}

/** Say these texts from now on. @param {Record<string, string>} read */
export const takeTexts = read => { texts = read; };

/** The texts whose keys begin so, by what follows. @param {...string} beginnings */
export const below = (...beginnings) => Object.fromEntries(beginnings.flatMap(each => (
  Object.entries(texts).filter(([key]) => key.startsWith(each)).map(
    ([key, text]) => [key.slice(each.length), text]))));

/** Show the theme that was chosen, or else the one of the system. */
export function showTheme() {
  const light = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  document.documentElement.dataset.theme = settings.theme || light;
}

/**
 * Fill the text of a key, or that for a finger; `{n:cell|cells}` chooses the word for n.
 * @param {string} key
 */
export function say(key, values = /** @type {Record<string, any>} */ ({})) {
  const text = (touches() && texts[`touch.${key}`]) || texts[key] || key;
  return text.replace(/\{(\w+)(?::([^}|]*)\|([^}]*))?\}/g, (_, name, one, many) => {
    if (one === undefined) return `${values[name]}`;
    const n = Number(values[name]);
    return n === 1 || (n === 0 && language() === 'fr') ? one : many;
  });
}

/** A field for the player's name. @param {string} key of its label @param {number} [longest] */
export function nameField(key, longest = 60) {
  const field = h('input', {name: 'name', value: settings.name, maxLength: longest,
    autocomplete: 'nickname', onchange: () => choose({name: field.value.trim()})});
  return h('label', {}, say(key), field);
}
