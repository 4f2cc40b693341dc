// A new game: everything that can be chosen of it before it begins.
import {shown} from './api.js';
import {fill, go, h} from './dom.js';
import {head} from './head.js';
import {begin, boardPicture, learn} from './lobby.js';
import {keepInvites} from './mine.js';
import {choose, keep, kept, say, settings} from './settings.js';

/** The level offered first, as a rule. */
const USUAL = '2';

/** @param {HTMLElement} main @param {string} name */
export function show(main, name) {
  const place = h('div', {}, say('page.wait'));
  document.title = `${say('page.new')} – Wargrid`;
  main.className = 'page';
  fill(main, head(), place);
  shown(place, `/api/games/${name}`, form => {
    document.title = `${form.title} – Wargrid`;
    return new NewGame(form).element;
  });
}

/** The choices of one game, in a form. */
class NewGame {
  /** @param {any} form */
  constructor(form) {
    this.form = form;
    this.trouble = h('p', {class: 'bad', role: 'alert'});
    this.picture = h('img', {src: boardPicture(form.name, form.board), alt: say('page.lobby.picture', {game: form.title}),
      width: 480, height: 300});
    this.seats = this.usualSeats();
    this.people = h('fieldset', {});
    this.drawPeople();
    this.element = h('form', {class: 'new', onsubmit: (/** @type {Event} */ event) => this.begin(event)},
      h('div', {class: 'intro'}, this.picture, h('h1', {}, form.title), h('p', {}, form.summary),
        h('p', {class: 'muted'}, form.facts), form.guided && h('button', {
          type: 'button', onclick: () => learn(form.name, this.trouble),
        }, say('page.new.learn'))),
      h('div', {class: 'choices'}, this.family(), this.boards(), this.people, this.times(), this.dice(),
        this.rules(), this.trouble,
        h('button', {class: 'primary'}, say('page.new.begin'))));
  }

  /** Who played last, or a level against the first side. */
  usualSeats() {
    const {form} = this, usual = form.levels.length ? USUAL : 'link';
    const before = kept('seats', {})[form.name];
    const known = new Set(['me', 'link', 'open', ...form.levels.map((/** @type {any} */ each) => each.value)]);
    const fits = before?.length === form.sides.length && before.every((/** @type {string} */ each) => known.has(each));
    return fits ? before : form.sides.map((/** @type {any} */ _, /** @type {number} */ side) => (side ? usual : 'me'));
  }

  // The fields

  family() {
    const {family, name} = this.form;
    return family.length > 1 && field('family', say('page.new.family'), family, name, value => go(`/new/${value}`));
  }

  boards() {
    const {boards, board, name} = this.form;
    return boards.length > 0 && field('scenario', say('page.new.board'), boards, board,
      value => { this.picture.src = boardPicture(name, value); });
  }

  /** A row for each side, and what the players are called. */
  drawPeople() {
    const {form} = this, levels = form.levels.map((/** @type {any} */ each) => (
      {value: each.value, label: say('page.new.level', {level: each.value})}));
    const choices = [...['me', 'link', 'open'].map(value => ({value, label: say(`page.new.${value}`)})), ...levels];
    const about = form.levels.filter((/** @type {any} */ each) => this.seats.includes(each.value))
      .map((/** @type {any} */ each) => each.about);
    fill(this.people, h('legend', {}, say('page.new.who')),
      form.sides.map((/** @type {any} */ side, /** @type {number} */ at) => (
        field(`seat${at}`, side.label, choices, this.seats[at], value => this.seat(at, value)))),
      h('p', {class: 'muted', 'aria-live': 'polite'}, about.join(' ') || form.refusal),
      h('label', {}, say('page.new.name'), h('input', {name: 'name', maxLength: 16, autocomplete: 'nickname',
        value: settings.name, onchange: (/** @type {any} */ event) => choose({name: event.target.value.trim()})})),
      h('label', {class: 'check'}, h('input', {type: 'checkbox', name: 'watchers', checked: true}), say('page.new.watchers')));
  }

  /** Let somebody play a side; who chooses plays one side at most, and computers never all. */
  seat(/** @type {number} */ side, /** @type {string} */ value) {
    const others = this.seats.map((/** @type {string} */ _, /** @type {number} */ at) => at).filter(
      (/** @type {number} */ at) => at !== side);
    if (value === 'me') others.forEach((/** @type {number} */ at) => { if (this.seats[at] === 'me') this.seats[at] = this.seats[side]; });
    this.seats[side] = value;
    const person = (/** @type {string} */ each) => !/^\d$/.test(each);
    if (!this.seats.some(person)) this.seats[others[0]] = 'me';
    this.drawPeople();
    this.element.elements[`seat${side}`].focus();
  }

  times() {
    const {clocks, stakes, name} = this.form, before = kept('clocks', {})[name] ?? '';
    const known = clocks.some((/** @type {any} */ each) => each.value === before);
    return field('clock', say('page.new.clock'), clocks, known ? before : '', undefined, stakes);
  }

  dice() {
    const kinds = ['server', ...(this.form.rolls ? ['fair'] : []), 'hand'];
    return this.form.chance && field('dice', say('page.new.dice'),
      kinds.map(value => ({value, label: say(`page.new.dice.${value}`)})), 'server');
  }

  rules() {
    const {options} = this.form;
    return options.length > 0 && h('details', {}, h('summary', {}, say('page.new.options')),
      options.map((/** @type {any} */ each) => (each.choices.length
        ? field(`option ${each.name}`, each.label, each.choices, each.value, undefined, each.about)
        : h('label', {}, each.label, h('input', {
          type: 'number', name: `option ${each.name}`, value: each.value, min: 0, max: 99999, required: true,
        })))));
  }

  // What is made of them

  /** @returns {any} the wish for a match */
  wish() {
    const {form, element} = this, value = (/** @type {string} */ name) => element.elements[name]?.value ?? '';
    const changed = form.options.filter((/** @type {any} */ each) => value(`option ${each.name}`) !== each.value);
    const board = value('scenario'), dice = value('dice');
    return {
      ruleset: form.name, seats: this.seats, scenario: board === form.board ? '' : board, clock: value('clock'),
      names: this.seats.map((/** @type {string} */ each) => (each === 'me' ? settings.name.slice(0, 16) : '')),
      options: Object.fromEntries(changed.map((/** @type {any} */ each) => [each.name, value(`option ${each.name}`)])),
      by_hand: dice === 'hand', fair: dice === 'fair', watchers: element.elements.watchers.checked,
    };
  }

  /** @param {Event} event */
  begin(event) {
    event.preventDefault();
    const {name} = this.form, wish = this.wish();
    keep('seats', {...kept('seats', {}), [name]: wish.seats});
    keep('clocks', {...kept('clocks', {}), [name]: wish.clock});
    const sides = this.form.sides.map((/** @type {any} */ each) => each.label);
    begin(wish, this.trouble, made => {
      keepInvites({...made, sides, title: this.form.title});
      go(`/links/${made.id}`);
    });
  }
}

/**
 * A choice among several, with its label.
 * @param {string} name
 * @param {string} label
 * @param {{value: string, label: string}[]} choices
 * @param {string} value
 * @param {(value: string) => any} [chosen]
 * @param {string} [about]
 */
function field(name, label, choices, value, chosen, about = '') {
  const select = h('select', {name, onchange: () => chosen?.(select.value)}, choices.map(each => (
    h('option', {value: each.value, selected: each.value === value}, each.label))));
  return h('label', {}, label, select, about && h('span', {class: 'muted'}, about));
}
