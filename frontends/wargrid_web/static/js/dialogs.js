// What opens over the screen: help, rules, menu, settings, the end of a game.
import {fill, go, h, pairs} from './dom.js';
import {diceNote} from './fair.js';
import {learning, seatLink} from './mine.js';
import {lead, troubles} from './page.js';
import {button, iconOf} from './panels.js';
import {CHOICES, below, choose, language, nameField, say, settings, touches} from './settings.js';

/** @typedef {import('./game.js').Game} Game */

/** Open a dialog with a title and a button that closes it, in place of another one. */
function open(title, ...children) {
  const said = document.querySelectorAll('.toast');
  close();
  const dialog = h('dialog', {'aria-labelledby': 'dialog-title', onclose: () => dialog.remove(),
    onclick: event => isBeside(event, dialog.getBoundingClientRect()) && dialog.close()},
  h('div', {class: 'row top'}, h('h2', {id: 'dialog-title'}, title),
      h('button', {class: 'close', 'aria-label': say('window.close'),
        onclick: () => dialog.close()}, iconOf('close') ?? '×')), ...children);
  dialog.append(...said); // what was just said is still read
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Whether a click is on the backdrop: a dialog's own edges and gaps are its target, too. */
const isBeside = ({target, clientX: x, clientY: y}, {left, right, top, bottom}) => (
  target.localName === 'dialog' && (x < left || x > right || y < top || y > bottom));

/** Close what is open, if anything is. */
const close = () => document.querySelector('dialog[open]')?.remove();

/** A button that closes the dialog and does something. */
const act = (game, name, label, icon = name, how = {}) => (
  button(icon, label, () => (close(), game.act(name)), how));

/** What can be done now, and the keys. @param {Game} game */
export async function help(game) {
  const {help: lines, keys} = await game.seat.ask('help:page');
  const list = texts => h('ul', {class: 'lines'}, texts.map(text => h('li', {}, text)));
  open(say('window.help.title'), list(lines ?? [game.view.hint]), touches()
    ? [h('h3', {}, say('page.touch.title')), h('p', {}, say('page.touch'))]
    : keys && [h('h3', {}, say('window.help.keys')), list(keys)]);
}

/** The rule book, at the chapter of what is pointed at. @param {Game} game */
export async function rules(game) {
  const asked = ['rules', 'topic', 'glossary'].map(each => game.seat.ask(each));
  const [{rules: chapters}, {topic}, {glossary}] = await Promise.all(asked);
  if (!chapters) return;
  const names = Object.entries(glossary ?? {});
  const dialog = open(game.view.ruleset_name,
    h('nav', {class: 'row chapters'}, chapters.map(each => button('rules', each.title, () => (
      dialog.querySelector(`#rule-${each.name}`)?.scrollIntoView())))),
    chapters.map(each => h('section', {id: `rule-${each.name}`}, h('h3', {}, each.title),
      each.paragraphs.map((text, at) => h(each.drawn?.includes(at) ? 'pre' : 'p', {}, text)))),
    names.length > 0 && h('details', {}, h('summary', {}, say('page.glossary')), pairs(names)));
  dialog.classList.add('book');
  const found = topic?.[1] && [...dialog.querySelectorAll('p')].find(
    each => each.textContent.includes(topic[1]));
  (found || dialog.querySelector(`#rule-${topic?.[0]}`))?.scrollIntoView({block: 'center'});
}

/** Everything else that can be done. @param {Game} game */
export function menu(game) {
  const {view} = game;
  const own = (name, key, icon = name) => act(game, name, say(key), icon);
  const does = names => names.map(name => game.command(name)).filter(each => each?.enabled).map(
    ({name, label, shortcut}) => act(game, name, label, name, {key: shortcut}));
  const zoom = (by, sign, key) => (
    h('button', {onclick: () => game.zoom.by(by)}, `${sign} ${say(key)}`));
  open(say('window.pause.title'),
    h('div', {class: 'menu narrow'}, does(['redo']), own('help', 'window.button.help'),
      zoom(1, '+', 'page.zoom.in'), zoom(-1, '−', 'page.zoom.out')),
    h('div', {class: 'menu'},
      does(['thoughts', 'replay', 'draw', 'resign', 'hand_back', 'rematch']),
      own('flip', 'window.pause.flip'), own('settings', 'window.pause.settings'),
      own('rules', 'window.pause.rules'),
      view.over && [own('result', 'window.pause.result'),
        own('review', 'window.end.review', 'replay'), own('record', 'page.record', 'save')],
      own('lobby', 'page.lobby', 'leave')),
    view.settings.length > 0 && h('details', {}, h('summary', {}, say('page.options')),
      pairs(view.settings)),
    game.seat.room.watchers > 0 && h('p', {class: 'muted'}, say('page.watchers',
      {n: game.seat.room.watchers})));
}

/** The value of a setting that the end of a key names. @param {string} word */
const valueOf = word => ({true: true, false: false}[word]
  ?? (/\d_\d/.test(word) ? Number(word.replace('_', '.')) : word));

/** Everything a player may choose for this browser; the texts name the values. */
export function settingsDialog() {
  const fields = CHOICES.map(name => {
    const system = name === 'theme' && {'': say('page.theme.system')};
    const words = {...system, ...below(`window.settings.${name}.`)};
    const now = name === 'language' ? language() : settings[name];
    const field = h('select', {onchange: () => choose({[name]: valueOf(field.value)})},
      Object.entries(words).map(([value, text]) => (
        h('option', {value, selected: valueOf(value) === now}, text))));
    return h('label', {}, say(`window.settings.${name}`), field);
  });
  open(say('window.settings.title'), h('div', {class: 'fields'}, nameField('page.name'), fields));
}

/** Say in what is open about the end of the game what is offered by now. @param {Game} game */
export const again = game => document.querySelector('dialog.end[open]') && over(game);

/** How the game ended, and what may follow. @param {Game} game */
export function over(game) {
  const {over: end, computers, seats} = game.view, rematch = game.command('rematch');
  const made = game.seat.room.rematch, dice = h('div', {}), trouble = troubles();
  if (!end) return;
  const {level, lesson} = end, back = learning(game.match), next = h('div', {class: 'menu'});
  open(end.headline, h('p', {class: 'reason'}, lesson || end.reason),
    !lesson && end.facts?.map(fact => h('p', {class: 'muted'}, fact)), !lesson && dice,
    game.view.offer && h('p', {class: 'offer'}, game.view.offer.text), trouble, next,
    h('div', {class: 'menu'},
    back && button('players', say('page.learn.back'),
      () => (close(), go(seatLink(back.seat, back.secret))), {primary: true}),
    level > 0 && button('play', say('window.end.level', {level}),
      () => lead('against', game, level, trouble), {primary: !back}),
    !lesson && (made || rematch?.enabled) && act(game, 'rematch',
      made ? say('page.rematch') : rematch.label, 'rematch', {primary: !level && !back}),
    computers.length > 0 && seats.length > 0 && button('players', say('window.end.invite'),
      () => lead('invite', game, trouble)),
    game.seat.welcome.talks && button('talk', say('remote.word.well_played'),
      ({currentTarget: said}) => (game.seat.send({word: 'well_played'}), said.remove())),
    act(game, 'review', say('window.end.review'), 'replay'),
    button('save', say('page.record'), () => game.act('record')), // the rest stays to be chosen
    button('close', say('window.end.close'), close),
    act(game, 'lobby', say('page.lobby'), 'leave'),
  )).classList.add('end');
  if (lesson && !back) {
    lead('nextLesson', game.seat.welcome.ruleset).then(found => found && fill(next, button('learn',
      say('window.end.lesson', {title: found.title}),
      () => lead('learn', found.name, trouble))));
  }
  const {seat, view: {sides}} = game;
  seat.ask('record').then(({n, record}) => ( // without a connection nothing is known yet
    n && fill(dice, diceNote(seat.number, record, sides.map(side => side.name)))));
}
