// A new game: everything that can be chosen of it before it begins.
import {fill, go, h, inPath} from './dom.js';
import {begin, boardPicture} from './lobby.js';
import {keepInvites} from './mine.js';
import {screen, shown, troubles} from './page.js';
import {keep, kept, nameField, say, settings} from './settings.js';

/** @param {HTMLElement} main @param {string} name */
export function show(main, name) {
  const place = h('div', {});
  screen(main, say('page.new'), place);
  shown(place, `/api/games/${inPath(name)}`, form => {
    document.title = `${form.title} – Wargrid`;
    return new NewGame(form).element;
  });
}

/** The choices of one game, in a form. */
class NewGame {
  constructor(form) {
    this.form = form;
    this.trouble = troubles();
    this.picture = h('img', {src: boardPicture(form.name), width: 480, height: 300,
      alt: say('page.lobby.picture', {game: form.title})});
    const before = kept('seats', {})[form.name] ?? []; // the players of the last game
    this.seats = form.seats.map(({choices, value}, at) => (
      choices.some(each => each.value === before[at]) ? before[at] : value));
    this.people = h('fieldset', {});
    this.drawPeople();
    const usual = {clock: kept('clocks', {})[form.name]};
    const [place, terms] = [['ruleset', 'scenario'], ['clock', 'dice', 'hints']].map(names => (
      form.fields.filter(({name}) => names.includes(name)).map(each => field(each, usual))));
    this.element = h('form', {class: 'new', onsubmit: event => this.begin(event),
      onchange: event => this.change(event.target)},
    h('div', {class: 'intro'}, this.picture, h('h1', {}, form.title), h('p', {}, form.summary),
      h('p', {class: 'muted'}, form.facts), form.guided && h('button', {type: 'button',
        onclick: () => begin({ruleset: form.name, guided: true}, this.trouble)},
      say('page.new.learn'))),
    h('div', {class: 'choices'}, place, this.people, terms, form.options.length > 0
      && h('details', {}, h('summary', {}, say('page.new.options')),
        form.options.map(each => field({...each, name: `option ${each.name}`}))), this.trouble,
    h('button', {class: 'primary'}, say('page.new.begin'))));
  }

  /** Follow what is chosen: another game, another board, or who plays a side. */
  change({name, value}) {
    if (name === 'ruleset') go(`/new/${inPath(value)}`);
    if (name === 'scenario') this.picture.src = boardPicture(this.form.name, value);
    if (name.startsWith('seat')) this.seat(Number(name.slice(4)), value);
  }

  /** A row for each side, and what the players are called. */
  drawPeople() {
    const {seats, refusal} = this.form;
    fill(this.people, h('legend', {}, say('page.new.who')),
      seats.map((each, at) => field(each, {[each.name]: this.seats[at]})),
      refusal && h('p', {class: 'muted'}, refusal),
      nameField('page.new.name', 16), h('label', {class: 'check'},
        h('input', {type: 'checkbox', name: 'watchers', checked: true}), say('page.new.watchers')));
  }

  /** Let a player play a side; the person here plays one at most, and computers never all. */
  seat(side, value) {
    const before = this.seats[side];
    this.seats = this.seats.map((each, at) => (
      at === side ? value : value === 'me' && each === 'me' ? before : each));
    if (this.seats.every(Number)) {
      this.seats[this.seats.findIndex((_, at) => at !== side)] = 'me';
    }
    this.drawPeople();
    this.element.elements[`seat${side}`].focus();
  }

  /** The fields of which another value than the usual one is chosen. @param {any[]} fields */
  chosen(fields, before = '') {
    const written = name => this.element.elements[name]?.value ?? '';
    const values = fields.map(each => [each, written(before + each.name)]).map(([each, now]) => (
      [each, each.typed && now === each.typed ? written(`${each.typed} ${each.name}`) : now]));
    return Object.fromEntries(values.filter(([each, now]) => now !== each.value).map(
      ([each, now]) => [each.name, now]));
  }

  /** The request for a match. */
  wish() {
    const {form, seats, element} = this;
    const {clock = '', scenario = '', dice, hints = 'null'} = this.chosen(form.fields);
    return {
      ruleset: form.name, seats, clock, scenario,
      options: this.chosen(form.options, 'option '),
      names: seats.map(each => (each === 'me' ? settings.name.slice(0, 16) : '')),
      by_hand: dice === 'hand', fair: dice === 'fair', hints: JSON.parse(hints),
      watchers: element.elements.watchers.checked,
    };
  }

  begin(event) {
    event.preventDefault();
    const {name} = this.form, wish = this.wish();
    keep('seats', {...kept('seats', {}), [name]: wish.seats});
    keep('clocks', {...kept('clocks', {}), [name]: wish.clock});
    const sides = this.form.seats.map(each => each.label);
    begin(wish, this.trouble, made => {
      keepInvites({...made, sides, title: this.form.title});
      go(`/links/${made.id}`);
    });
  }
}

/** A choice among several, a number to be typed, or what is typed after the last choice. */
function field({name, label, choices, value, about = '', typed = ''},
  usual = /** @type {any} */ ({})) {
  const has = wanted => choices.some(each => each.value === wanted), before = usual[name];
  const now = has(before) ? before : typed && before ? typed : value;
  const said = chosen => about || (choices.find(({value: each}) => each === chosen)?.about ?? '');
  const note = h('span', {class: 'muted'}, said(now));
  const line = typed && h('input', {name: `${typed} ${name}`, 'aria-label': label, maxLength: 40,
    hidden: now !== typed, value: now === typed ? before : ''});
  const onchange = event => {
    fill(note, said(event.target.value));
    if (line) line.hidden = event.target.value !== typed;
    if (line && !line.hidden) line.focus();
  };
  return h('label', {}, label, choices.length ? h('select', {name, onchange}, choices.map(each => (
    h('option', {value: each.value, selected: each.value === now}, each.label))))
    : h('input', {type: 'number', name, value, min: 0, max: 99999, required: true}), line,
  (about || choices.some(each => each.about)) && note);
}
