// Sounds: none until the player has switched them on.
import {settings} from './settings.js';

const FOLDER = new URL('../sounds/', import.meta.url);

/** Play a sound, if sounds are wanted and the browser lets them be heard. @param {string} [name] */
export function hear(name) {
  if (!name || !settings.sound) return;
  new Audio(new URL(`${name}.wav`, FOLDER).href).play().catch(() => {});
}
