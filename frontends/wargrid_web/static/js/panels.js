// The panels beside the board: whose turn it is, the sides, what is asked, dice, card and log.
import {elements, picture} from './board.js';
import {fill, h, svg} from './dom.js';
import {showGuide} from './guide.js';
import {dieOf} from './motion.js';
import {has, say, settings} from './settings.js';

/** The commands that have a button of their own below the board, in this order. */
const TURNS = ['turn_left', 'turn_about', 'turn_right'];
const BUTTONS = ['undo', 'redo', 'hint', 'threats', 'help', 'rules', 'menu', 'end_turn'];
/** Buttons of the page itself, with their keys. */
const OWN = /** @type {Record<string, string>} */ ({help: '?', rules: 'F1', menu: 'F10'});
/** Commands that set an army up, or are abilities of a unit or a side. */
const DEPLOYS = /^(place:|do:|army:|ready$|remove$|men$)/;
/**
 * A button of an action, with its icon and the key that does the same.
 * @param {string} action @param {string} label @param {() => void} act
 * @param {{key?: string, enabled?: boolean, why?: string, primary?: boolean, chosen?: boolean}}
 * [how]
 */
export function button(action, label, act, how = {}) {
  const {key = '', enabled = true} = how;
  return h('button', {
    class: how.primary ? 'primary' : undefined, 'data-action': action, onclick: act, type: 'button',
    'aria-disabled': enabled ? undefined : 'true', title: how.why || key || undefined,
    'aria-pressed': how.chosen === undefined ? undefined : `${how.chosen}`,
  }, iconOf(action), h('span', {class: 'label'}, label), key && h('kbd', {'aria-hidden': 'true'},
    key));
}

/** The icon of a button, if there is one. @param {string} name */
export function iconOf(name) {
  if (!document.getElementById(`button-${name}`)) return null;
  return svg('svg', {viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': true},
    svg('use', {href: `#button-${name}`}));
}

/** Pairs of labels and values; a value without a label goes on with the one before. */
export function pairs(lines) {
  return h('dl', {}, lines.map(([label, value]) => [
    label && h('dt', {}, label), h('dd', {class: label ? undefined : 'more'}, value)]));
}

/** The panels of a game. */
export class Panels {
  /** @param {import('./game.js').Game} game */
  constructor(game) {
    this.game = game;
    this.headline = h('p', {class: 'headline'});
    this.sides = h('ul', {class: 'sides'});
    this.trouble = h('p', {class: 'trouble bad', hidden: true});
    this.guide = h('section', {class: 'guide', role: 'status', hidden: true});
    this.message = h('div', {class: 'message'});
    this.prompt = h('section', {class: 'prompt', hidden: true});
    this.deploy = h('section', {class: 'deploy', hidden: true});
    this.dice = h('section', {class: 'dice-box', 'aria-label': say('page.dice')});
    this.card = h('section', {class: 'card', 'aria-label': say('page.card')});
    this.log = h('ol', {class: 'log', tabIndex: 0, 'aria-label': say('window.log.title')});
    this.buttons = h('nav', {class: 'buttons', 'aria-label': say('page.buttons')});
    this.title = h('p', {class: 'title'});
    /** @type {any[]} */
    this.logged = [];
    /** @type {any} */
    this.asked = {};
    this.began = 0;
    this.log.addEventListener('click', event => {
      const line = /** @type {Element} */ (event.target).closest('[data-line]');
      if (line) game.pointOut(Number(line.getAttribute('data-line')));
    });
    this.element = h('div', {class: 'panels'},
      h('div', {class: 'who'}, this.title, this.headline, this.sides, this.guide),
      h('div', {class: 'now'}, this.trouble, this.message, this.prompt, this.deploy),
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
    const {view} = this;
    fill(this.title, view.ruleset_name);
    this.showHeadline();
    this.showSides();
    if (this.changed('guide', view.guide)) showGuide(this.guide, this.game);
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
    const look = acts && drawn?.sides[acts.side];
    this.headline.style.setProperty('--top', look?.top ?? 'var(--button-low)');
    this.headline.style.setProperty('--low', look?.low ?? 'var(--sunk)');
    this.headline.style.setProperty('--rim', look?.rim ?? 'var(--gold)');
    this.headline.style.setProperty('--ink', look ? inkOn(look.top, look.low) : 'var(--gold)');
  }

  showSides() {
    const {view, drawn} = this, {room} = this.game.seat;
    const here = [...(room.present ?? []), ...view.seats];
    if (!drawn || !this.changed('sides', [view.sides, view.seats, here, drawn.prefix,
      view.clocks.length])) return;
    const order = [...view.sides].sort((a, b) => (
      Number(view.seats.includes(a.side)) - Number(view.seats.includes(b.side))));
    fill(this.sides, order.map(side => this.side(side, here.includes(side.side) || view.over)));
  }

  /** @param {any} side @param {boolean} here */
  side(side, here) {
    const {view, drawn} = this, own = view.seats.includes(side.side)
      && view.seats.length < view.sides.length;
    const away = say(side.player ? 'remote.away.named' : 'remote.away', {name: side.player});
    const coins = side.actions > 1 && Array.from({length: side.actions}, (_, at) => (
      h('i', {class: at < side.actions_left ? 'coin' : 'coin spent'})));
    const counters = (side.counters ?? []).map(([name, value]) => `${name} ${value}`);
    const losses = side.losses.map(loss => {
      const count = view.strength ? loss.men : loss.bases,
        letter = `icon.${loss.type}.${side.side}`;
      const icon = document.getElementById(drawn.prefix + letter);
      return h('span', {class: 'loss', title: loss.name}, picture(drawn.prefix,
        [`body.${side.side}`, ...(icon ? [letter] : [])], 22),
        h('span', {class: 'unseen'}, loss.name), say(view.strength ? 'window.side.minus'
          : 'window.side.times', {number: count}));
    });
    return h('li', {class: side.to_act ? 'side acts' : 'side'},
      picture(drawn.prefix, [`body.${side.side}`], 34),
      h('div', {class: 'name'}, h('b', {}, side.name), ' ',
        h('span', {class: 'player'}, here ? side.player || (own ? say('table.player.you') : '')
          : away)),
      coins && h('div', {class: 'coins', role: 'img', 'aria-label': say('page.actions',
        {left: side.actions_left, all: side.actions})}, coins),
      view.clocks.length ? h('time', {class: 'clock', 'data-side': side.side}) : null,
      h('div', {class: 'army'}, [...counters, side.army].filter(Boolean).join(' · ')),
      losses.length ? h('div', {class: 'losses'}, losses) : null);
  }

  showClocks() {
    const {clocks} = this.game.seat;
    for (const place of this.sides.querySelectorAll('.clock')) {
      const clock = clocks[Number(place.getAttribute('data-side'))];
      if (!clock) continue;
      const text = clock.runs ? timeText(clock.left) : clock.text;
      if (place.textContent !== text) place.textContent = text;
      place.classList.toggle('runs', Boolean(clock.runs));
      place.classList.toggle('low', clock.runs && clock.left <= (clock.low_at ?? 0));
    }
    if (this.view?.thinking) this.showMessage();
  }

  /** @param {string} text @param {boolean} [reload] */
  showTrouble(text, reload = false) {
    this.trouble.hidden = !text;
    fill(this.trouble, text, reload && [' ', button('replay', say('page.reload'),
      () => location.reload())]);
  }

  // What is said and asked

  showMessage() {
    const {view} = this, {game} = this, {seat} = game;
    if (!view) return;
    const notice = seat.number.trouble ? say(`remote.${seat.number.trouble}`)
      : seat.room.notice ?? '';
    let [text, tone] = [game.note, game.noteTone];
    if (!text && notice) [text, tone] = [notice, 'info'];
    if (!text && view.message) [text, tone] = [view.message, view.tone];
    if (!text && view.offer) [text, tone] = [view.offer.text, 'info'];
    if (!text && view.thinking) [text, tone] = [this.thought(), ''];
    if (!text) [text, tone] = [view.hint, ''];
    const names = view.offer && (view.offer.mine || view.offer.may_answer) ? ['accept', 'decline']
      : view.thinking ? ['move_now', 'take_over'] : [];
    const shown = view.commands.filter(each => names.includes(each.name) && each.enabled);
    if (!this.changed('message', [text, tone, shown])) return;
    this.message.className = `message ${tone ?? ''}`;
    fill(this.message, h('p', {}, text), shown.length > 0 && h('div', {class: 'row'},
      shown.map(each => this.command(each))));
  }

  thought() {
    const {view} = this;
    if (this.asked.thinks !== view.thinking) [this.asked.thinks, this.began] = [view.thinking,
      Date.now()];
    const seconds = Math.floor((Date.now() - this.began) / 1000);
    return say('window.thinking', {who: view.thinking, seconds});
  }

  /** A button of a command of the table. @param {any} each */
  command(each, how = {}) {
    const short = `window.button.${each.name}`;
    return button(each.name, has(short) ? say(short) : each.label, () => this.game.act(each.name), {
      key: each.shortcut, enabled: each.enabled, why: each.enabled ? '' : each.why, ...how,
    });
  }

  showPrompt() {
    const {view} = this, {prompt} = view;
    if (!this.changed('prompt', [prompt, settings.odds, prompt
      && view.commands.map(each => [each.name, each.enabled])])) return;
    const focused = this.prompt.contains(document.activeElement);
    this.prompt.hidden = !prompt;
    this.game.main.classList.toggle('asking', Boolean(prompt));
    if (!prompt) {
      fill(this.prompt);
      if (focused) this.game.board?.element.focus();
      return;
    }
    const folded = prompt.brief && settings.odds === 'brief';
    fill(this.prompt, h('h2', {}, prompt.title), folded ? this.brief(prompt) : this.odds(prompt),
      this.faces(prompt), this.options(prompt), this.answers(prompt, folded));
    if (focused) this.prompt.querySelector('button')?.focus();
  }

  /** @param {any} prompt */
  brief(prompt) {
    return h('ul', {class: 'brief'}, prompt.brief.split(' · ').map(fact => h('li', {}, fact)));
  }

  /** All odds: bars, facts, and those of an attack in return. @param {any} prompt */
  odds(prompt) {
    return [
      prompt.bars?.length > 0 && h('div', {class: 'bars'}, prompt.bars.map(bar => (
        h('div', {class: 'odd'}, h('span', {}, bar.label),
          svg('svg', {viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': true},
            svg('rect', {class: 'rest', width: 100, height: 10, rx: 2}),
              svg('rect', {class: 'share', width: 100 * bar.share, height: 10, rx: 2})),
          h('b', {}, bar.text))))),
      prompt.lines?.length > 0 && pairs(prompt.lines),
      (prompt.details ?? []).map(text => h('p', {class: 'muted'}, text)),
      prompt.counter_title && [h('h3', {}, prompt.counter_title), pairs(prompt.counter.map(
        ([label, value]) => (value ? [label, value] : ['', label])))],
    ];
  }

  /** The dice to be entered by hand, and those entered so far. @param {any} prompt */
  faces(prompt) {
    if (!prompt.faces?.length) return null;
    const picked = Array.from({length: prompt.wanted ?? 0}, (_, at) => (
      h('span', {class: 'picked'}, prompt.picked?.[at] ? this.die(prompt.picked[at], false, 36)
        : null)));
    return [h('div', {class: 'row', role: 'img', 'aria-label': (prompt.picked ?? []).join(', ')
      || say('page.dice')}, picked),
      h('div', {class: 'row'}, prompt.faces.map(([face, label], at) => h('button', {
        onclick: () => this.game.act(`roll:${face}`), class: at === prompt.chosen ? 'lit'
          : undefined,
      }, this.die(face, false, 30), label)))];
  }

  /** @param {any} prompt */
  options(prompt) {
    return prompt.options?.length > 0 && h('div', {class: 'options'}, prompt.options.map(
      ([name, label], at) => button('choice', label, () => this.game.act(name), {
        key: at < 9 ? `${at + 1}` : '', primary: at === prompt.chosen,
      })));
  }

  /** @param {any} prompt @param {boolean} folded */
  answers(prompt, folded) {
    const {kind} = prompt, yes = kind === 'resign' ? 'resign_confirm' : 'confirm';
    const few = kind === 'cell' || kind === 'choice';
    const names = kind === 'dice' ? ['confirm', 'roll_back'] : few ? ['cancel'] : [yes, 'cancel'];
    const known = new Map(this.view.commands.map(each => [each.name, each]));
    const shown = names.map(name => known.get(name)).filter(each => each && (each.enabled || !few));
    const first = kind === 'resign' ? 'cancel' : 'confirm';
    return h('div', {class: 'row answers'}, shown.map(each => this.command(each,
      {primary: each.name === first})),
      prompt.brief && button('odds', say(folded ? 'window.odds.unfold' : 'window.odds.fold'),
        () => this.game.act('odds'), {key: 'F3'}));
  }

  /** The buttons of an army that is set up, or of what a unit may do. */
  showDeploy() {
    const {view, drawn} = this;
    const shown = view.commands.some(each => each.name === 'ready' || each.name.startsWith('do:'));
    const found = shown ? view.commands.filter(each => DEPLOYS.test(each.name)) : [];
    if (!this.changed('deploy', [found, drawn?.prefix])) return;
    this.deploy.hidden = !found.length;
    const acts = view.sides.find(side => side.to_act)?.side ?? 0;
    fill(this.deploy, found.map(each => {
      const type = each.name.replace(/^\w+:/, '').split(' ').at(-1), icon = `icon.${type}.${acts}`;
      const made = this.command(each, {chosen: each.chosen ?? false,
        primary: each.name === 'ready'});
      if (each.letter) {
        const names = document.getElementById(drawn.prefix + icon) ? [icon] : [];
        made.prepend(picture(drawn.prefix, [`body.${acts}`, ...names], 30));
      }
      return made;
    }));
  }

  // What is shown

  /** A die of some pixels. @param {string} face @param {boolean} hit @param {number} size */
  die(face, hit, size) {
    const {board} = this.game;
    return board ? svg('svg', {viewBox: '0 0 100 100', width: size, height: size,
      'aria-hidden': true}, dieOf(board, face, hit)) : null;
  }

  showDice() {
    const {view} = this, dice = this.game.dice ?? view.dice;
    this.dice.hidden = !view.rolls;
    if (!view.rolls || !this.changed('dice', dice)) return;
    if (!dice) {
      fill(this.dice, h('p', {class: 'muted'}, say('window.dice.none')));
      return;
    }
    const words = dice.faces.map((face, at) => (dice.hits?.[at] ? `${face} ✓` : face));
    fill(this.dice, h('p', {}, h('b', {}, dice.caption)),
      h('div', {class: dice.old ? 'fallen old' : 'fallen', role: 'img',
        'aria-label': words.join(', ')},
        dice.faces.map((face, at) => this.die(face, Boolean(dice.hits?.[at]), 34))),
      dice.expected && h('p', {class: 'muted'}, dice.expected));
  }

  /** Hints, or else the card of the cell pointed at, or else what is drawn on the board. */
  showCard() {
    const {view, drawn} = this, {card, hints} = view;
    if (!this.changed('card', [card, hints, view.legend, drawn?.prefix])) return;
    this.card.className = card && !hints.length ? 'card' : 'card legend';
    if (hints.length) {
      this.card.className = 'card';
      fill(this.card, hints.map((hint, at) => [
        h('h3', {}, say('window.hint.title', {rank: at + 1, move: hint.title})), hint.why
          && h('p', {}, hint.why)]));
    } else if (card) fill(this.card, h('h3', {}, card.title), pairs(card.lines));
    else fill(this.card, this.legend());
  }

  legend() {
    const rows = (this.drawn?.legend ?? []).map(each => h('li', {},
      h('i', {class: 'swatch'}, svg('svg', {viewBox: '0 0 100 100', 'aria-hidden': true},
        ...elements(each.drawn))),
      h('span', {}, h('b', {}, each.name), ' ', each.note)));
    return rows.length ? h('ul', {class: 'grounds'}, rows) : h('p', {class: 'muted'},
      say('window.card.none'));
  }

  /** The log: lines that were there before stay. */
  showLog() {
    const {log} = this.view, {logged} = this;
    let same = 0;
    while (same < log.length && same < logged.length && log[same] === logged[same]) same++;
    if (same === log.length && same === logged.length) return;
    while (this.log.children.length > same) this.log.lastElementChild?.remove();
    this.log.append(...log.slice(same).map((line, at) => this.line(line, same + at)));
    this.logged = log;
    if (this.log.matches(':hover, :focus-within')) return;
    this.log.scrollTop = this.log.scrollHeight;
    requestAnimationFrame(() => { this.log.scrollTop = this.log.scrollHeight; });
  }

  /** @param {any} line @param {number} at */
  line(line, at) {
    const text = [line.number, line.text].filter(Boolean).join(' ');
    const side = line.side >= 0 && this.drawn?.sides[line.side];
    const made = h('li', {class: line.heading ? 'heading' : undefined, 'data-line': at},
      h('button', {class: 'plain', type: 'button'}, iconOf(line.kind) ?? h('i', {class: 'icon'}),
        h('span', {}, text)));
    if (side) made.style.setProperty('--side', side.top);
    return made;
  }

  showButtons() {
    const {view} = this, known = new Map(view.commands.map(each => [each.name, each]));
    const turns = view.facings > 1 ? TURNS.filter(name => known.has(name)) : [];
    const names = [...turns, ...BUTTONS].filter(name => OWN[name] || (known.has(name)
      && (name !== 'end_turn' || view.passes)));
    const free = !view.units.some(unit => unit.can_act);
    if (!this.changed('buttons', names.map(name => [known.get(name) ?? name, free]))) return;
    const focused = document.activeElement?.closest('.buttons [data-action]')?.getAttribute(
      'data-action');
    fill(this.buttons, names.map(name => {
      const each = known.get(name);
      if (!each) return button(name, say(`window.button.${name}`), () => this.game.act(name),
        {key: OWN[name]});
      return this.command(each, {primary: name === 'end_turn' && free && each.enabled});
    }));
    if (focused) this.buttons.querySelector(`[data-action="${focused}"]`)?.focus();
  }
}

/** The ink that is read best on two colours. @param {string} top @param {string} low */
function inkOn(top, low) {
  const light = [top, low].map(colour => {
    const [r, g, b] = [1, 3, 5].map(at => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  });
  const worst = ink => Math.min(...light.map(each => (
    (Math.max(each, ink) + 0.05) / (Math.min(each, ink) + 0.05))));
  return worst(1) >= worst(0.006) ? '#ffffff' : '#14110d';
}

/** Milliseconds as clocks show them. @param {number} ms */
export function timeText(ms) {
  const all = Math.ceil(ms / 1000), two = n => `${n}`.padStart(2, '0');
  const [days, hours, minutes, seconds] = [Math.floor(all / 86400), Math.floor(all / 3600) % 24,
    Math.floor(all / 60) % 60, all % 60];
  if (days) return say('table.clock.days', {days, time: `${hours}:${two(minutes)}`});
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
