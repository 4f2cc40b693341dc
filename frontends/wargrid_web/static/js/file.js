// Games of other programs: files that are chosen or dropped, kept in this browser until they are
// shared as a page or played on.
import {download, fill, go, h} from './dom.js';
import {Lines} from './lines.js';
import {forgetLines} from './mine.js';
import {ask, complain, screen, troubles} from './page.js';
import {keep, kept, language, say} from './settings.js';

/** The largest file in bytes, how many are kept, and how often is asked what is found. */
const LARGEST = 600_000, MOST = 8, PAUSE = 2000;

/**
 * The files kept here, the latest first; `keys` are those of their games that were looked at.
 * @returns {{name: string, text: string, at: number, keys?: string[]}[]}
 */
const files = () => kept('files', []).filter(each => typeof each.text === 'string');

/** Keep a file; those that no longer fit go, the oldest first. */
function keepFile(name, text) {
  const others = files().filter(each => each.name !== name);
  let all = [{name, text, at: Date.now()}, ...others].slice(0, MOST);
  while (all.length > 1 && all.reduce((sum, each) => sum + each.text.length, 0) > 2 * LARGEST) {
    all = all.slice(0, -1);
  }
  keep('files', all);
}

/** Read a file that was chosen or dropped, keep it and show it. @param {File} file */
export async function take(file) {
  if (file.size > LARGEST) return {error: say('page.file.large', {limit: LARGEST / 1000})};
  const data = await file.arrayBuffer();
  keepFile(file.name, decoded(data));
  return {};
}

/** A text in UTF-8, or else Shift JIS or Latin-1, as the server reads files. */
function decoded(data) {
  for (const [label, fatal] of /** @type {[string, boolean][]} */ ([['utf-8', true],
    ['shift_jis', true], ['windows-1252', false]])) {
    try {
      const text = new TextDecoder(label, {fatal}).decode(data);
      if (label !== 'shift_jis' || /手合割|先手|手数/.test(text)) return text;
    } catch { /* the next one */ }
  }
  return '';
}

/** @param {HTMLElement} main */
export function show(main) {
  const trouble = troubles(), games = h('div', {}), list = h('div', {});
  const refresh = () => fill(list, listed(each => showFile(main, games, trouble, each)));
  const open = async file => {
    const {error} = await take(file);
    complain(trouble, error);
    refresh();
    if (error === undefined) await showFile(main, games, trouble, files()[0]);
  };
  const input = h('input', {type: 'file', id: 'file',
    onchange: () => input.files?.[0] && open(input.files[0])});
  screen(main, say('page.file'), h('h1', {}, say('page.file')),
    h('p', {}, say('page.file.about')),
    h('p', {class: 'row'}, h('label', {for: 'file'}, say('page.file.choose')), input),
    trouble, list, games);
  refresh();
  if (dropped) open(dropped);
  dropped = null;
}

/** @type {File|null} */
let dropped = null;

/** Show the screen with a file that was dropped on the page. @param {File} file */
export function drop(file) {
  dropped = file;
  go('/file');
}

/** The list of files kept here. @param {(each: any) => any} open */
function listed(open) {
  const found = files();
  const forget = each => ({currentTarget}) => {
    forgetLines(...files().find(other => other.name === each.name)?.keys ?? []);
    keep('files', files().filter(other => other.name !== each.name));
    currentTarget.closest('li').remove();
  };
  return found.length > 0 && [h('h2', {}, say('page.file.kept')),
    h('ul', {class: 'listed'}, found.map(each => h('li', {class: 'panel game-row'},
      h('button', {onclick: () => open(each)}, h('bdi', {}, each.name)),
      h('span', {class: 'muted'}, new Date(each.at).toLocaleDateString(language())),
      h('button', {onclick: forget(each)}, say('page.file.forget')))))];
}

/** List the games of a file, or show the only one. */
async function showFile(main, games, trouble, each) {
  const ask_ = async number => {
    const {data, error} = await ask('/api/files', {text: each.text, name: each.name, number});
    complain(trouble, error);
    if (data?.film) showGame(main, each, number, data);
    return data;
  };
  fill(games, h('p', {}, say('page.wait')));
  const listed = (await ask_(0))?.games;
  fill(games, listed && [h('h2', {}, say('page.file.games', {count: listed.length})),
    h('ol', {class: 'listed'}, listed.map((title, at) =>
      h('li', {}, h('button', {onclick: () => ask_(at + 1)}, h('bdi', {}, title)))))]);
}

/** Show a game instead of the list. */
function showGame(main, each, number, data) {
  keep('files', files().map(one => (one.name !== each.name ? one
    : {...one, keys: [...new Set([...one.keys ?? [], data.key])].slice(-100)})));
  const title = say('window.review.title', {game: data.film.title});
  screen(main, title, new Shown(each, number, data, () => show(main)).element);
  main.classList.add('wide-page');
}

/** A game of a file: its film, what is said of it, and ways to go on. */
class Shown {
  constructor(each, number, {film, key, told, line}, back) {
    const wish = {text: each.text, name: each.name, number};
    this.film = film;
    this.key = key;
    this.lines = new Lines(film, 0, key, '/api/files/line', wish, line);
    const act = (text, does) => h('button', {onclick: does}, text);
    const save = form => download(new Blob([this.lines.line.files?.[form] ?? ''], {type: 'text/plain'}),
      `${film.title} ${film.date}.${form}`);
    this.element = h('div', {class: 'review'},
      h('h1', {}, say('window.review.title', {game: film.title}), ' · ', h('bdi', {}, film.players)),
      h('div', {class: 'row'}, act(say('window.review.branch'),
        () => this.lines.playOn('/api/files/branch')),
        act(say('page.review.replay'), () => this.send()),
        Object.keys(line.files).map(form => act(say('page.file.save', {format: form.toUpperCase()}),
          () => save(form))), act(say('page.file.back'), back)),
      this.lines.trouble, this.lines.player.element);
    complain(this.lines.trouble, told.join(' '));
    this.look();
  }

  /** Ask what has been found, until nothing is sought any more. */
  async look() {
    const {data} = await ask('/api/files/notes', {key: this.key});
    if (data) this.lines.take(data.notes, Boolean(data.seeks), data.progress ?? '');
    if (data?.seeks && this.element.isConnected) setTimeout(() => this.look(), PAUSE);
  }

  /** Save the replay as a page that can be sent to other people. */
  async send() {
    const {data, error} = await ask('/api/files/replay', this.lines.wish, 'blob');
    complain(this.lines.trouble, error);
    if (data) download(data, `${this.film.title} ${this.film.date}.html`);
  }
}
