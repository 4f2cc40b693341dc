// What opens over the screen: help, rules, menu, settings, the end of a game.
import {fill, go, h} from './dom.js';
import {button, iconOf, pairs} from './panels.js';
import {choose, language, say, settings} from './settings.js';

/** The texts of the keys that help lists. */
const KEYS = [
  'window.help.key.cursor', 'window.help.key.enter', 'page.key.unit', 'page.key.escape',
    'page.key.type',
  'window.help.key.turn', 'window.help.key.undo', 'page.key.end', 'page.key.computer',
    'window.help.key.rules',
  'window.help.key.odds', 'window.help.key.sound', 'window.help.key.menu', 'window.help.key.replay',
  'window.help.key.threats', 'page.key.zoom',
];

/** @typedef {import('./game.js').Game} Game */

/**
 * Open a dialog with a title and a button that closes it.
 * @param {string} title
 * @param {...any} children
 */
export function open(title, ...children) {
  document.querySelector('dialog[open]')?.remove();
  const dialog = h('dialog', {'aria-labelledby': 'dialog-title'},
    h('div', {class: 'row top'}, h('h2', {id: 'dialog-title'}, title),
      h('button', {class: 'close', 'aria-label': say('window.close'),
        onclick: () => dialog.close()}, iconOf('close') ?? '×')),
    ...children);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', event => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** What can be done now, and the keys. @param {Game} game */
export async function help(game) {
  const {help: lines} = await game.seat.ask('help');
  open(say('window.help.title'), h('ul', {class: 'lines'},
    (lines ?? [game.view.hint]).map(line => h('li', {}, line))),
    h('h3', {}, say('page.touch.title')), h('p', {}, say('page.touch')),
    h('h3', {}, say('window.help.keys')), h('ul', {class: 'lines'},
      KEYS.map(key => h('li', {}, say(key)))));
}

/** The rule book, at the chapter of what is pointed at. @param {Game} game */
export async function rules(game) {
  const [{rules: chapters}, {topic}, {glossary}] = await Promise.all(['rules', 'topic',
    'glossary'].map(each => game.seat.ask(each)));
  if (!chapters) return;
  const names = Object.entries(glossary ?? {});
  const dialog = open(game.view.ruleset_name,
    h('nav', {class: 'row chapters'}, chapters.map(each => button('rules', each.title, () => (
      dialog.querySelector(`#rule-${each.name}`)?.scrollIntoView())))),
    chapters.map(each => h('section', {id: `rule-${each.name}`}, h('h3', {}, each.title),
      paragraphs(each))),
    names.length > 0 && h('details', {}, h('summary', {}, say('page.glossary')), pairs(names)));
  dialog.classList.add('book');
  const found = topic?.[1] && [...dialog.querySelectorAll('p')].find(
    each => each.textContent.includes(topic[1]));
  (found || dialog.querySelector(`#rule-${topic?.[0]}`))?.scrollIntoView({block: 'center'});
}

/** The paragraphs of a chapter; rows of a diagram stand below each other. */
function paragraphs(chapter) {
  /** @type {HTMLElement[]} */
  const found = [];
  chapter.paragraphs.forEach((text, at) => {
    const rows = chapter.drawn?.includes(at), last = found.at(-1);
    if (rows && last?.tagName === 'PRE') last.append(`\n${text}`);
    else found.push(h(rows ? 'pre' : 'p', rows ? {tabIndex: 0} : {}, text));
  });
  return found;
}

/** @param {Game} game */
export function menu(game) {
  const {view} = game, known = new Map(view.commands.map(each => [each.name, each]));
  const act = name => () => {
    document.querySelector('dialog[open]')?.remove();
    game.act(name);
  };
  const own = [['flip', 'window.pause.flip'], ['settings', 'window.pause.settings'],
    ['rules', 'window.pause.rules'],
    ...(view.over ? [['result', 'window.pause.result'], ['record', 'page.record']] : []),
      ['lobby', 'page.lobby']];
  const narrow = [...['redo'].filter(name => known.get(name)?.enabled), 'help'];
  const zoom = [['+', 'page.zoom.in', 1], ['−', 'page.zoom.out', -1]].map(([sign, key, by]) => (
    h('button', {class: 'narrow', onclick: () => game.zoom.by(Number(by))}, `${sign} `,
      say(`${key}`))));
  const commands = ['replay', 'draw', 'resign', 'hand_back',
    'rematch'].map(name => known.get(name)).filter(each => each?.enabled);
  open(say('window.pause.title'), h('div', {class: 'menu'},
    narrow.map(name => h('span', {class: 'narrow'},
      button(name, known.get(name)?.label ?? say(`window.button.${name}`), act(name)))), zoom,
    commands.map(each => button(each.name, each.label, act(each.name), {key: each.shortcut})),
    own.map(([name, key]) => button({record: 'save', lobby: 'leave'}[name] ?? name, say(key),
      act(name)))),
  view.settings.length > 0 && h('details', {}, h('summary', {}, say('page.options')),
    pairs(view.settings)),
  game.seat.room.watchers > 0 && h('p', {class: 'muted'}, say('page.watchers',
    {n: game.seat.room.watchers})));
}

/** The values of each setting: pairs of a value and the key of its text. */
const CHOICES = /** @type {[string, [any, string][]][]} */ ([
  ['language', [['en', 'language.en'], ['fr', 'language.fr']]],
  ['theme', [['', 'page.theme.system'], ['dark', 'theme.dark'], ['light', 'theme.light']]],
  ['sound', [[true, 'sound.true'], [false, 'sound.false']]],
  ['speed', [[0.5, 'speed.0_5'], [1, 'speed.1_0'], [2, 'speed.2_0'], [0, 'speed.0_0']]],
  ['palette', [['usual', 'palette.usual'], ['safe', 'palette.safe']]],
  ['pieces', [['icons', 'pieces.icons'], ['characters', 'pieces.characters']]],
  ['coordinates', [[true, 'coordinates.shown'], [false, 'coordinates.hidden']]],
  ['confirm', [[true, 'confirm.always'], [false, 'confirm.never']]],
  ['odds', [['brief', 'odds.brief'], ['full', 'odds.full']]],
]);

/** Everything a player may choose for this browser. */
export function settingsDialog() {
  const fields = CHOICES.map(([name, values]) => {
    const now = name === 'language' ? language() : settings[name];
    const field = h('select', {onchange: () => choose({[name]: values[field.selectedIndex][0]})},
      values.map(([value, key]) => (
      h('option', {selected: value === now}, say(key.startsWith('page.') ? key
        : `window.settings.${key}`)))));
    return h('label', {}, say(`window.settings.${name}`), field);
  });
  const name = h('input', {value: settings.name, maxLength: 60, autocomplete: 'nickname',
    onchange: () => choose({name: name.value.trim()})});
  open(say('window.settings.title'), h('div', {class: 'fields'}, h('label', {}, say('page.name'),
    name), fields));
}

/** How the game ended, and what may follow. @param {Game} game */
export function over(game) {
  const {view} = game, {over: end} = view;
  if (!end) return;
  const rematch = view.commands.find(each => each.name === 'rematch' && each.enabled);
  const dialog = open(end.headline, h('p', {class: 'reason'}, end.reason), h('div', {class: 'menu'},
    rematch && button('rematch', rematch.label, () => (dialog.close(), game.act('rematch')),
      {primary: true}),
    button('replay', say('window.end.review'),
      () => (dialog.close(), go(`/review/${game.match}#${game.secret}`))),
    button('save', say('page.record'), () => game.act('record')),
    button('close', say('window.end.close'), () => dialog.close()),
    button('leave', say('page.lobby'), () => (dialog.close(), go('/')))));
  dialog.classList.add('end');
}
