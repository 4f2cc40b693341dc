// A replay that was sent as one file: everything is in it.
import {fill, h} from './dom.js';
import {Player} from './film.js';

const film = JSON.parse(document.getElementById('film')?.textContent ?? '{}');
document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
const player = new Player(film);
fill(/** @type {Element} */ (document.getElementById('app')), h('main', {class: 'replay'},
  h('header', {}, h('h1', {}, film.title), h('p', {}, h('bdi', {}, [film.players, film.date].filter(Boolean).join(' · ')))),
  player.element, h('p', {class: 'muted'}, player.say('film.made', {game: film.title}))));
