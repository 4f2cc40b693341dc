// The panels beside the board: whose turn it is, the sides, what is asked, dice, card and log.
import {diceOf, dieOf, elements, picture} from './board.js';
import {announce, byArrows, drawing, fill, h, pairs, refill, svg} from './dom.js';
import {invites} from './mine.js';
import {lead, troubles} from './page.js';
import {keep, nameField, say, settings} from './settings.js';

/** How many lines of the log are shown at first, and each time that one scrolls to the earliest. */
const LINES = 100;
/** Commands that set an army up, or are abilities of a unit or a side. */
const DEPLOYS = /^(place:|do:|army:|remove$|men$)/;

/**
 * A button of an action, with its icon and the key that does the same.
 * @param {string} action @param {string} label @param {(event: any) => void} act
 * @param {{key?: string, why?: string, primary?: boolean, chosen?: boolean}} [how] `why` it is
 *   disabled, if it is
 */
export function button(action, label, act, {key, why, primary, chosen} = {}) {
  if (key?.startsWith('Ctrl+')) key = ''; // such keys are the browser's
  return h('button', {
    class: primary ? 'primary' : undefined, 'data-action': action, onclick: act, type: 'button',
    'aria-disabled': why ? 'true' : undefined, title: why || key, 'aria-pressed': chosen,
  }, iconOf(action), h('span', {class: 'label'}, label),
  key && h('kbd', {'aria-hidden': true}, key));
}

/** The icon of a button, if there is one. @param {string} name */
export function iconOf(name) {
  if (!document.getElementById(`button-${name}`)) return null;
  return svg('svg', {viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': true},
    svg('use', {href: `#button-${name}`}));
}

/** The panels of a game. */
export class Panels {
  /** @param {import('./game.js').Game} game */
  constructor(game) {
    this.game = game;
    this.last = 'end_turn';
    this.headline = h('p', {class: 'headline'});
    this.sides = h('ul', {class: 'sides'});
    this.trouble = h('p', {class: 'trouble bad', hidden: true});
    this.guide = h('section', {class: 'guide', hidden: true});
    this.name = h('form', {class: 'guide row', hidden: true, onsubmit: event => this.join(event)},
      nameField('page.join', 16), h('button', {class: 'primary'}, say('page.join.go')));
    this.people = h('div', {class: 'people'});
    this.message = h('div', {class: 'message'});
    this.prompt = h('section', {class: 'prompt', hidden: true});
    this.deploy = h('section', {class: 'deploy', hidden: true});
    this.dice = h('section', {class: 'dice-box', 'aria-label': say('page.dice')});
    this.card = h('section', {class: 'card', tabIndex: 0, 'aria-label': say('page.card')});
    this.log = h('ol', {class: 'log', tabIndex: 0, 'aria-label': say('window.log.title'),
      onscroll: () => this.scrolled(), onkeydown: byArrows});
    this.ended = true;
    new ResizeObserver(() => this.ended && this.scrollToEnd()).observe(this.log);
    this.buttons = h('nav', {class: 'buttons', 'aria-label': say('page.buttons')});
    this.title = h('p', {class: 'title'});
    this.logged = /** @type {any[]} */ ([]);
    this.from = 0;
    this.asked = /** @type {any} */ ({});
    this.began = 0;
    this.element = h('div', {class: 'panels'},
      h('div', {class: 'who'}, this.title, this.headline, this.sides, this.guide),
      h('div', {class: 'now'}, this.trouble, this.message, this.prompt, this.deploy, this.name),
      this.people,
      this.dice, this.card, this.log, this.buttons);
  }

  get view() {
    return this.held ?? this.game.view;
  }

  /** Show the panels of an earlier view while its dice fall. @param {any} view */
  hold(view) {
    this.held = {...view, prompt: null};
    this.showPrompt();
  }

  /** Take on the pictures of the game. @param {any} drawn */
  draw(drawn) {
    this.drawn = drawn;
    this.asked = {};
  }

  show() {
    this.held = undefined;
    const {view} = this, you = say('table.player.you');
    fill(this.title, view.ruleset_name);
    this.showHeadline();
    this.showSides();
    this.showGuide();
    this.name.hidden = !this.game.asks || settings.name !== '' || Boolean(view.over)
      || view.seats.length !== 1 || view.computers.length + 1 === view.sides.length
      || (view.sides[view.seats[0]].player ?? you) !== you;
    this.showMessage();
    this.showPrompt();
    this.showDeploy();
    this.showDice();
    this.showCard();
    this.showLog();
    this.showButtons();
    this.showClocks();
  }

  /** Show what of it is about a step only if that has changed. */
  changed(name, value) {
    const text = JSON.stringify(value);
    if (this.asked[name] === text) return false;
    this.asked[name] = text;
    return true;
  }

  showHeadline() {
    const {view, drawn} = this, acts = view.sides.find(side => side.to_act);
    fill(this.headline, view.headline);
    const look = {...drawn?.sides[acts?.side], ink: drawn?.inks[acts?.side]};
    for (const name of ['top', 'low', 'rim', 'ink']) {
      this.headline.style.setProperty(`--${name}`, look[name] ?? null);
    }
  }

  /** Take on, or do without, the name of a player who came by a link. @param {Event} event */
  join(event) {
    event.preventDefault();
    this.game.asks = false;
    if (!settings.name) keep('nameless', true);
    this.show();
  }

  /** The step of a guided game: what it says, and the buttons that lead on, or out of it. */
  showGuide() {
    const {game} = this, {guide} = game.view, press = name => () => game.act(`guide:${name}`);
    if (!this.changed('guide', guide)) return;
    this.guide.hidden = !guide;
    if (!guide) return;
    const trouble = troubles(), play = () => lead('against', game, 1, trouble);
    fill(this.guide, h('p', {}, guide.say), h('div', {class: 'row'},
      h('button', guide.ends ? {class: 'primary', onclick: play} : {onclick: press('leave')},
        say(`window.guide.${guide.ends ? 'play' : 'leave'}`, {level: 1})),
      guide.waits && h('button', {class: guide.ends ? '' : 'primary', onclick: press('next')},
        say(`window.guide.${guide.ends ? 'go_on' : 'next'}`))), trouble);
  }

  showSides() {
    const {view, drawn} = this, {room} = this.game.seat;
    const here = [...(room.present ?? []), ...view.seats];
    if (!drawn || !this.changed('sides', [view.sides, view.seats, here, drawn.prefix,
      view.clocks.length, room.learning, this.lost])) return;
    const order = [...view.sides].sort((a, b) => (
      Number(view.seats.includes(a.side)) - Number(view.seats.includes(b.side))));
    fill(this.sides, order.map(side => this.side(side, here.includes(side.side) || view.over)));
  }

  side(side, here) {
    const {view, drawn} = this, name = side.player, you = say('table.player.you');
    const own = view.seats.includes(side.side) && view.seats.length < view.sides.length;
    const learns = this.game.seat.room.learning?.includes(side.side);
    const state = !here ? 'away' : learns && !own ? 'learns' : '';
    const told = state && say(`remote.${state}${name ? '.named' : ''}`, {name});
    const {match} = this.game, waits = !here && !name && invites(match);
    const who = [waits ? h('a', {href: `/links/${match}`}, say('page.waits_for_friend'))
      : h('bdi', {}, told || name), own && name !== you && [name && ' · ', you]];
    const coins = Array.from({length: side.actions}, (_, at) => (
      h('i', {class: at < side.actions_left ? 'coin' : 'coin spent'})));
    const actions = say('page.actions', {left: side.actions_left, all: side.actions});
    const counters = (side.counters ?? []).map(each => each.join(' '));
    const losses = side.losses.map(loss => this.loss(side.side, loss));
    if (side.lead) losses.push(h('b', {}, say('window.side.lead', {number: side.lead})));
    const hand = (side.hand ?? []).filter(each => each.count).map(each => this.inHand(side, each));
    return h('li', {class: side.to_act ? 'side acts' : 'side'},
      picture(drawn.prefix, [`body.${side.side}`], 34),
      h('div', {class: 'name'}, h('b', {}, side.name), ' ', h('span', {class: 'player'}, who)),
      coins.length > 1 && h('div', {class: 'coins', role: 'img', 'aria-label': actions}, coins),
      view.clocks.length > 0 && h('time', {class: 'clock', 'data-side': side.side}),
      h('div', {class: 'army'}, [...counters, side.army].filter(Boolean).join(' · ')),
      side.hand?.length ? h('div', {class: 'hand'}, hand.length ? hand
        : h('span', {class: 'muted'}, say('window.side.empty_hand')))
        : losses.length > 0 && h('div', {class: 'losses'}, losses),
      this.track(side));
  }

  /** What is still to come to a side, the next first. @param {any} side */
  track(side) {
    const rows = (side.arrivals ?? []).map(each => h('li', {class: each.late ? 'late' : '',
      title: each.text}, each.when, this.token(side.side, each.type, 22),
    h('span', {class: 'unseen'}, each.name), say('window.side.times', {number: each.count})));
    return rows.length > 0 && h('ul', {class: 'track', 'aria-label': say('window.side.track')},
      rows);
  }

  /** What a side lost of a type: its men counted, or each piece, laid on each other. */
  loss(side, {type, name, men, bases}) {
    const {strength} = this.view, number = strength ? men : bases;
    const said = say(strength ? 'window.side.minus' : 'window.side.times', {number});
    const shown = Array.from({length: strength ? 1 : bases}, () => this.token(side, type, 22));
    return h('span', {class: 'loss', title: name}, h('span', {class: 'packed'}, shown),
      h('span', {class: 'unseen'}, name, strength ? '' : ` ${said}`), strength && said);
  }

  /** The units of a type in a hand: a button where the side may choose one to place. */
  inHand(side, {type, name, count, command, chosen}) {
    const shown = [this.token(side.side, type, 30), h('span', {class: 'unseen'}, name),
      say('window.side.times', {number: count})];
    if (!command) return h('span', {class: 'loss', title: name}, shown);
    return h('button', {class: 'held', type: 'button', title: name, 'data-action': command,
      'aria-pressed': `${Boolean(chosen)}`, disabled: Boolean(this.lost),
      onclick: () => this.game.act(command)}, shown);
  }

  /** A token of a type, of some pixels; without an icon its body alone. */
  token(side, type, size) {
    const {prefix, sides} = this.drawn, icon = `icon.${type}.${side}`;
    const body = `body.${side}`, known = document.getElementById(prefix + icon);
    return picture(prefix, !known ? [body] : sides[side].shape === 'none' ? [icon] : [body, icon],
      size);
  }

  showClocks() {
    const {clocks} = this.game.seat;
    for (const place of this.sides.querySelectorAll('.clock')) {
      const clock = clocks[Number(place.getAttribute('data-side'))];
      const text = clock.runs ? timeText(clock.left) : clock.text;
      if (place.textContent !== text) place.textContent = text;
      place.classList.toggle('runs', Boolean(clock.runs));
      place.classList.toggle('low', clock.runs && clock.left <= (clock.low_at ?? 0));
    }
    if (this.view?.thinking) this.showMessage();
  }

  showTrouble(text, ...help) {
    this.trouble.hidden = !text;
    fill(this.trouble, text, ' ', help);
  }

  /** Point out why nothing can be done, when a player tries. */
  insist() {
    announce(this.trouble.textContent ?? '');
    this.trouble.scrollIntoView({block: 'nearest'});
    this.trouble.animate([{opacity: 0.2}, {opacity: 1}], 400);
  }

  /** Why no command goes anywhere now; empty while there is a connection. */
  get lost() {
    const {state, reason} = this.game.seat;
    return state === 'open' ? '' : say(`remote.${reason || 'lost'}`);
  }

  /** Show everything that can be pressed. */
  showCommands() {
    this.showMessage();
    this.showPrompt();
    this.showDeploy();
    this.showButtons();
  }

  // What is said and asked

  showMessage() {
    const {view, game} = this, {seat} = game;
    if (!view) return;
    if (this.changed('thinks', view.thinking)) this.began = Date.now();
    const thought = view.thinking && say('window.thinking',
      {who: view.thinking, seconds: Math.floor((Date.now() - this.began) / 1000)});
    const {trouble} = seat.number, {offer} = view;
    const [text, tone] = [
      [game.note, game.noteTone], [trouble && say(`remote.${trouble}`), 'info'],
      [seat.room.notice, 'info'], [view.message, view.tone], [thought], [view.hint],
    ].find(([each]) => each) ?? [''];
    const names = offer?.mine || offer?.may_answer ? ['accept', 'decline']
      : view.thinking ? ['move_now', 'take_over'] : [];
    const shown = view.commands.filter(each => names.includes(each.name) && each.enabled);
    const next = seat.room.rematch && view.over
      && button('rematch', say('page.rematch'), () => game.act('rematch'));
    if (!this.changed('message', [text, tone, shown, Boolean(next), this.lost])) return;
    this.message.className = `message ${tone ?? ''}`;
    fill(this.message, h('p', {}, text), (next || shown.length > 0) && h('div', {class: 'row'},
      next, shown.map(each => this.command(each))));
  }

  /** A button of a command of the table. @param {any} each */
  command(each, how = {}) {
    const key = `window.button.${each.name}`, label = say(key) === key ? each.label : say(key);
    return button(each.name, label, () => this.game.act(each.name),
      {key: each.shortcut, why: this.lost || (each.enabled ? '' : each.why), ...how,
        ...this.lost && {primary: false}});
  }

  showPrompt() {
    const {view} = this, {prompt} = view;
    if (!this.changed('prompt', [prompt, settings.odds, this.lost, prompt
      && view.commands.map(each => [each.name, each.enabled])])) return;
    const folded = prompt?.brief && settings.odds === 'brief';
    const lost = refill(this.prompt, prompt && [h('h2', {}, prompt.title), folded
      ? h('ul', {class: 'brief'}, prompt.brief.split(' · ').map(fact => h('li', {}, fact)))
      : this.odds(prompt), this.faces(prompt), this.options(prompt), this.answers(prompt, folded)]);
    this.prompt.hidden = !prompt;
    this.game.main.classList.toggle('asking', Boolean(prompt));
    if (!folded) this.prompt.scrollTop = 0;
    if (lost) {
      (this.prompt.querySelector('button') ?? this.game.board?.element)?.focus(
        {preventScroll: true});
    }
  }

  /** All odds: bars, facts, and those of an attack in return. */
  odds(prompt) {
    return [
      prompt.bars?.length > 0 && h('div', {class: 'bars'}, prompt.bars.map(bar => (
        h('div', {class: 'odd'}, h('span', {}, bar.label),
          h('progress', {value: bar.share, 'aria-hidden': true}), h('b', {}, bar.text))))),
      prompt.lines?.length > 0 && pairs(prompt.lines),
      (prompt.details ?? []).map(text => h('p', {class: 'muted'}, text)),
      prompt.counter_title && [h('h3', {}, prompt.counter_title), pairs(prompt.counter.map(
        ([label, value]) => (value ? [label, value] : ['', label])))],
    ];
  }

  /** The dice to be entered by hand, and those entered so far. @param {any} prompt */
  faces(prompt) {
    if (!prompt.faces?.length) return null;
    const {wanted = 0, picked = [], chosen} = prompt, {board} = this.game;
    const die = (face, size) => drawing(100, size, dieOf(board, face));
    return [
      h('div', {class: 'row', role: 'img', 'aria-label': picked.join(', ') || say('page.dice')},
        Array.from({length: wanted}, (_, at) => (
          h('span', {class: 'picked'}, picked[at] && die(picked[at], 36))))),
      h('div', {class: 'row'}, prompt.faces.map(([face, label], at) => h('button', {
        onclick: () => this.game.act(`roll:${face}`), class: at === chosen ? 'lit' : undefined,
      }, die(face, 30), label)))];
  }

  options({options, chosen}) {
    return options?.length > 0 && h('div', {class: 'options'}, options.map(([name, label], at) => (
      button('choice', label, () => this.game.act(name),
        {key: at < 9 ? `${at + 1}` : '', primary: at === chosen}))));
  }

  answers({answers = [], usual, brief}, folded) {
    const {game} = this;
    return h('div', {class: 'row answers'},
      answers.map(name => this.command(game.command(name), {primary: name === usual})),
      brief && button('odds', say(`window.odds.${folded ? 'unfold' : 'fold'}`),
        () => game.act('odds'), {key: game.keyOf('odds')}));
  }

  /** The buttons of an army that is set up, or of what a unit may do. */
  showDeploy() {
    const {view, drawn} = this;
    const shown = view.commands.some(each => each.name === 'ready' || each.name.startsWith('do:'));
    const found = shown ? view.commands.filter(each => DEPLOYS.test(each.name)) : [];
    if (!this.changed('deploy', [found, drawn?.prefix, this.lost])) return;
    this.deploy.hidden = !found.length;
    const acts = view.sides.find(side => side.to_act)?.side ?? 0;
    fill(this.deploy, found.map(each => {
      const type = each.name.replace(/^\w+:/, '').split(' ').at(-1);
      const made = this.command(each, {chosen: each.chosen ?? false});
      if (each.letter) made.prepend(this.token(acts, type, 30));
      for (const [event, about] of [['pointerenter', each], ['focus', each], ['pointerleave']]) {
        made.addEventListener(event, () => this.showCard(about));
      }
      return made;
    }));
  }

  // What is shown

  showDice() {
    const dice = this.game.dice ?? this.view.dice;
    this.dice.hidden = !dice;
    if (!dice || !this.changed('dice', dice)) return;
    fill(this.dice, h('b', {}, dice.caption), diceOf(this.game.board, dice, 34),
      dice.expected && h('p', {class: 'muted'}, dice.expected));
    this.dice.classList.toggle('old', dice.old ?? false);
  }

  /**
   * Hints, or else the card of the cell pointed at, or else what is drawn on the board.
   * @param {any} [command] a command that the pointer is on: then what it places
   */
  showCard(command) {
    const {view, drawn} = this, {hints} = view;
    const card = command?.about?.length ? {title: command.label, lines: command.about} : view.card;
    if (!this.changed('card', [card, hints, view.legend, drawn?.prefix])) return;
    this.card.classList.toggle('hinted', hints.length > 0);
    fill(this.card, hints.length > 0 ? hints.map((hint, at) => [
      h('h2', {}, say('window.hint.title', {rank: at + 1, move: hint.title})),
      hint.why && h('p', {}, hint.why),
    ]) : card ? [h('h2', {}, card.title), card.figures?.length > 0 && pairs(card.figures, 'strip'),
      pairs(card.lines), card.rules?.length > 0 && h('details', {open: this.opened,
        ontoggle: event => (this.opened = event.target.open)},
      h('summary', {}, say('page.card.rules')), pairs(card.rules))] : this.legend());
  }

  legend() {
    const rows = (this.drawn?.legend ?? []).map(each => h('li', {},
      h('i', {class: 'swatch'}, drawing(100, 24, elements(each.drawn))),
      h('span', {}, h('b', {}, each.name), ' ', each.note)));
    const {aim} = this.game.seat.welcome;
    return [aim && [h('h2', {}, say('page.aim')), h('p', {}, aim)],
      rows.length ? h('ul', {class: 'grounds'}, rows)
        : h('p', {class: 'muted'}, say('window.card.none'))];
  }

  /** The log: lines that were there before stay, and of a long one the latest are shown. */
  showLog() {
    const {log} = this.view, {logged} = this;
    let same = 0;
    while (same < log.length && same < logged.length && log[same] === logged[same]) same++;
    if (same === log.length && same === logged.length) return;
    const stay = Math.max(0, same - this.from);
    while (this.log.children.length > stay) this.log.lastElementChild?.remove();
    if (!stay) this.from = Math.max(0, log.length - LINES);
    this.logged = log;
    this.log.append(...this.lines(this.from + stay, log.length));
    if (this.log.matches(':hover, :focus-within')) return;
    this.scrollToEnd();
    requestAnimationFrame(() => this.scrollToEnd());
  }

  scrollToEnd() {
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** Keep in mind whether the latest line is in sight: it stays so when other panels grow. */
  scrolled() {
    const {log} = this;
    this.ended = log.scrollTop + log.clientHeight > log.scrollHeight - 9;
    this.showEarlier();
  }

  /** Show earlier lines of a long log, when what is shown of it has been scrolled through. */
  showEarlier() {
    const {log} = this, before = log.scrollHeight, from = Math.max(0, this.from - LINES);
    if (log.scrollTop > log.clientHeight || from === this.from) return;
    log.prepend(...this.lines(from, this.from));
    this.from = from;
    log.scrollTop += log.scrollHeight - before;
  }

  lines(from, to) {
    return this.logged.slice(from, to).map((line, at) => this.line(line, from + at));
  }

  line(line, at) {
    const text = [line.number, line.text].filter(Boolean).join(' ');
    const side = line.side >= 0 && this.drawn?.sides[line.side];
    const made = h('li', {class: line.heading ? 'heading' : undefined},
      h('button', {class: 'plain', type: 'button', tabIndex: -1,
        onclick: () => this.game.pointOut(at)},
        iconOf(line.kind) ?? h('i', {class: 'icon'}), h('span', {}, text)));
    if (side) made.style.setProperty('--side', side.top);
    return made;
  }

  showButtons() {
    const {view, game} = this, last = game.command('ready') ? 'ready' : 'end_turn';
    if (this.last === 'ready' && last !== 'ready') scrollTo(0, 0); // to see who begins
    this.last = last;
    const shown = [...view.buttons.flat().filter(name => name !== 'end_turn' || last === name),
      ...last === 'ready' ? [last] : []];
    const free = !view.units.some(unit => unit.can_act);
    if (!this.changed('buttons', [this.lost,
      shown.map(name => [game.command(name) ?? name, free])])) return;
    refill(this.buttons, shown.map(name => {
      const each = game.command(name);
      return each ? this.command(each, {primary: name === last && (name === 'ready' || free) && each.enabled,
        chosen: name === 'threats' ? Boolean(each.chosen) : undefined})
        : button(name, say(`window.button.${name}`), () => game.act(name), {key: game.keyOf(name)});
    }));
  }
}

/** Milliseconds as clocks show them. @param {number} ms */
function timeText(ms) {
  const all = Math.ceil(ms / 1000), two = n => `${n}`.padStart(2, '0');
  const [days, hours, minutes, seconds] = [Math.floor(all / 86400), Math.floor(all / 3600) % 24,
    Math.floor(all / 60) % 60, all % 60];
  if (days) return say('table.clock.days', {days, time: `${hours}:${two(minutes)}`});
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
