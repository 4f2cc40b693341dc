// Sounds: none until the player has switched them on.
import {settings} from './settings.js';

const FOLDER = new URL('../sounds/', import.meta.url);

/** @type {Map<string, HTMLAudioElement>} */
const known = new Map();

/** Play a sound, if sounds are wanted and the browser lets them be heard. @param {string} [name] */
export function hear(name) {
  if (!name || !settings.sound) return;
  const sound = known.get(name) ?? new Audio(new URL(`${name}.wav`, FOLDER).href);
  known.set(name, sound);
  sound.currentTime = 0;
  sound.play().catch(() => {});
}
