// A new game: everything that can be chosen of it before it begins.
import {fill, go, h} from './dom.js';
import {begin, boardPicture, learn} from './lobby.js';
import {keepInvites} from './mine.js';
import {screen, shown, troubles} from './page.js';
import {keep, kept, nameField, say, settings} from './settings.js';

/** The persons who may play a side, and the level offered first, as a rule. */
const PERSONS = ['me', 'link', 'open'], USUAL = '2';

/** @param {HTMLElement} main @param {string} name */
export function show(main, name) {
  const place = h('div', {});
  screen(main, say('page.new'), place);
  shown(place, `/api/games/${name}`, form => {
    document.title = `${form.title} – Wargrid`;
    return new NewGame(form).element;
  });
}

/** The choices of one game, in a form. */
class NewGame {
  constructor(form) {
    this.form = form;
    this.trouble = troubles();
    this.picture = h('img', {src: boardPicture(form.name, form.board), width: 480, height: 300,
      alt: say('page.lobby.picture', {game: form.title})});
    this.seats = this.usualSeats();
    this.people = h('fieldset', {});
    this.drawPeople();
    this.element = h('form', {class: 'new', onsubmit: event => this.begin(event)},
      h('div', {class: 'intro'}, this.picture, h('h1', {}, form.title), h('p', {}, form.summary),
        h('p', {class: 'muted'}, form.facts), form.guided && h('button', {type: 'button',
          onclick: () => learn(form.name, this.trouble)}, say('page.new.learn'))),
      h('div', {class: 'choices'}, this.family(), this.boards(), this.people, this.times(),
        this.dice(), this.rules(), this.trouble,
        h('button', {class: 'primary'}, say('page.new.begin'))));
  }

  /** Who played last, or a level against the first side. */
  usualSeats() {
    const {name, sides, levels} = this.form, usual = levels.length ? USUAL : 'link';
    const known = [...PERSONS, ...levels.map(each => each.value)];
    const before = kept('seats', {})[name];
    const fits = before?.length === sides.length && before.every(each => known.includes(each));
    return fits ? before : sides.map((_, side) => (side ? usual : 'me'));
  }

  // The fields

  family() {
    const {family, name} = this.form;
    return family.length > 1 && field('family', say('page.new.family'), family, name,
      value => go(`/new/${value}`));
  }

  boards() {
    const {boards, board, name} = this.form;
    return boards.length > 0 && field('scenario', say('page.new.board'), boards, board,
      value => { this.picture.src = boardPicture(name, value); });
  }

  /** A row for each side, and what the players are called. */
  drawPeople() {
    const {sides, levels, refusal} = this.form;
    const choices = [...PERSONS.map(value => ({value, label: say(`page.new.${value}`)})),
      ...levels.map(({value}) => ({value, label: say('page.new.level', {level: value})}))];
    const about = levels.filter(each => this.seats.includes(each.value)).map(each => each.about);
    fill(this.people, h('legend', {}, say('page.new.who')), sides.map((side, at) => (
      field(`seat${at}`, side.label, choices, this.seats[at], value => this.seat(at, value)))),
    h('p', {class: 'muted', 'aria-live': 'polite'}, about.join(' ') || refusal),
    nameField('page.new.name', 16), h('label', {class: 'check'},
      h('input', {type: 'checkbox', name: 'watchers', checked: true}), say('page.new.watchers')));
  }

  /** Let somebody play a side; who chooses plays one side at most, and computers never all. */
  seat(side, value) {
    const before = this.seats[side];
    this.seats = this.seats.map((each, at) => (
      at === side ? value : value === 'me' && each === 'me' ? before : each));
    if (!this.seats.some(each => PERSONS.includes(each))) {
      this.seats[this.seats.findIndex((_, at) => at !== side)] = 'me';
    }
    this.drawPeople();
    this.element.elements[`seat${side}`].focus();
  }

  times() {
    const {clocks, stakes, name} = this.form, before = kept('clocks', {})[name] ?? '';
    const known = clocks.some(each => each.value === before);
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
      options.map(each => (each.choices.length
        ? field(`option ${each.name}`, each.label, each.choices, each.value, undefined, each.about)
        : h('label', {}, each.label, h('input', {type: 'number', name: `option ${each.name}`,
          value: each.value, min: 0, max: 99999, required: true})))));
  }

  // What is made of them

  /** The wish for a match. */
  wish() {
    const {form, seats, element} = this, value = name => element.elements[name]?.value ?? '';
    const options = form.options.map(each => [each, value(`option ${each.name}`)]).filter(
      ([each, chosen]) => chosen !== each.value).map(([each, chosen]) => [each.name, chosen]);
    return {
      ruleset: form.name, seats, clock: value('clock'), options: Object.fromEntries(options),
      names: seats.map(each => (each === 'me' ? settings.name.slice(0, 16) : '')),
      scenario: value('scenario') === form.board ? '' : value('scenario'),
      by_hand: value('dice') === 'hand', fair: value('dice') === 'fair',
      watchers: element.elements.watchers.checked,
    };
  }

  begin(event) {
    event.preventDefault();
    const {name} = this.form, wish = this.wish();
    keep('seats', {...kept('seats', {}), [name]: wish.seats});
    keep('clocks', {...kept('clocks', {}), [name]: wish.clock});
    const sides = this.form.sides.map(each => each.label);
    begin(wish, this.trouble, made => {
      keepInvites({...made, sides, title: this.form.title});
      go(`/links/${made.id}`);
    });
  }
}

/** A choice among several, with its label; each has a `value` and a `label`. */
function field(name, label, choices, value, chosen = (/** @type {string} */ _) => {}, about = '') {
  const select = h('select', {name, onchange: () => chosen(select.value)}, choices.map(each => (
    h('option', {value: each.value, selected: each.value === value}, each.label))));
  return h('label', {}, label, select, about && h('span', {class: 'muted'}, about));
}
