// A replay that was sent as one file: everything is in it.
import {fill, h} from './dom.js';
import {Player} from './film.js';
import {say, showTheme, takeTexts} from './settings.js';

const film = JSON.parse(document.getElementById('shown')?.textContent ?? '{}');
takeTexts(film.texts);
showTheme();
const about = [film.players, film.date].filter(Boolean).join(' · ');
fill(document.getElementById('app'), h('main', {class: 'replay'},
  h('header', {}, h('h1', {}, film.title), h('p', {}, h('bdi', {}, about))),
  new Player(film).element, h('p', {class: 'muted'}, say('film.made', {game: film.title}))));
