// The other players of a match: what they say, and the game that is learnt first while a seat waits.
import {announce, fill, go, h, toast} from './dom.js';
import {endLearning, invites, learning, lessonOf, seatLink} from './mine.js';
import {ask} from './page.js';
import {Seat} from './protocol.js';
import {below, keep, kept, say} from './settings.js';

export class People {
  /** @param {import('./game.js').Game} game */
  constructor(game) {
    this.game = game;
    this.read = game.seat.said.length;
    this.shown = -1;
    this.back = learning(game.match);
    if (kept('learning')?.seat === game.match) endLearning();
    this.learn = h('section', {class: 'guide row', hidden: true});
    this.lines = h('ol', {class: 'said', tabIndex: 0, 'aria-label': say('page.talk')});
    this.field = h('input', {name: 'say', maxLength: 200, autocomplete: 'off',
      'aria-label': say('page.talk.say'), placeholder: say('page.talk.say')});
    this.words = h('div', {class: 'row words'});
    this.latest = h('span', {});
    this.off = h('p', {class: 'muted'});
    this.form = h('form', {class: 'row', onsubmit: event => this.send(event)}, this.field,
      h('button', {}, say('page.talk.send')));
    this.quiet = h('button', {class: 'plain-link', type: 'button', onclick: () => this.hush()});
    this.talk = h('details', {class: 'talk', hidden: true, ontoggle: () => this.showLines()},
      h('summary', {}, h('b', {}, say('page.talk')), ' ', this.latest),
      this.lines, this.off, this.words, this.form, this.quiet);
    const notices = this.notices = h('div', {});
    fill(game.panels.people, this.talk, notices);
    if (game.seat.welcome.by_days && game.view.seats.length === 1) {
      import('./notices.js').then(({Notices}) => new Notices(game, notices));
    }
    game.panels.guide.after(this.learn);
    if (this.back) this.wait();
  }

  close() {
    this.seat?.close();
  }

  get own() {
    return this.game.view.seats[0];
  }

  /** The name of the player of a side, or else that of the side. @param {number} side */
  name(side) {
    const {player, name} = this.game.view.sides[side];
    return side === this.own ? say('table.player.you') : player || name;
  }

  show() {
    const {game} = this, {welcome, room, said} = game.seat;
    if (!game.view) return;
    if (!this.back) this.showOffer();
    this.notices.hidden = Boolean(game.view.over);
    this.talk.hidden = !welcome.talks;
    if (!welcome.talks) return;
    const quiet = room.quiet ?? [], mine = quiet.includes(this.own);
    const others = quiet.filter(side => side !== this.own).map(side => this.name(side));
    this.form.hidden = this.words.hidden = quiet.length > 0;
    this.quiet.hidden = others.length > 0 && !mine;
    fill(this.off, mine ? say('page.talk.is_off.mine')
      : others.length > 0 && say('page.talk.is_off', {names: others.join(', ')}));
    fill(this.quiet, say(mine ? 'page.talk.on' : 'page.talk.off'));
    const first = game.view.over ? 'well_played' : 'hello';
    if (this.first !== first) {
      this.first = first;
      const known = Object.entries(below('remote.word.'));
      known.sort(([one], [other]) => Number(other === first) - Number(one === first));
      fill(this.words, known.map(([word, text]) => h('button', {type: 'button',
        'data-word': word, onclick: () => this.game.seat.send({word})}, text)));
    }
    if (this.shown !== said.length) {
      const fresh = said.slice(Math.max(this.read, game.seat.known));
      fill(this.lines, said.map(([side, text]) => h('li', {class: side < 0 ? 'bad' : undefined},
        side >= 0 && [h('b', {}, h('bdi', {}, this.name(side))), ': '], h('bdi', {}, text))));
      const last = said.at(-1);
      fill(this.latest, last && this.line(last));
      const seen = this.isSeen, told = fresh.filter(([side]) => !seen || side !== this.own).map(
        each => this.line(each));
      if (seen) announce(...told);
      else toast(...told);
      this.mark(!this.talk.open && last && last[0] !== this.own);
      this.read = this.shown = said.length;
      this.showLines();
    }
  }

  /** What was said in a line, with who said it. @param {any[]} remark */
  line([side, text]) {
    return side < 0 ? text : say('window.pair', {label: this.name(side), value: text});
  }

  /** Whether what is said is seen where it is listed: nothing lies over it, and it is on screen. */
  get isSeen() {
    const {top, bottom} = this.lines.getBoundingClientRect();
    return this.talk.open && !document.querySelector('dialog[open]') && top >= 0
      && bottom <= innerHeight;
  }

  /** Mark that there is something to be read: on a phone it is then above the log. */
  mark(fresh) {
    this.game.panels.people.classList.toggle('new', Boolean(fresh));
  }

  showLines() {
    if (this.talk.open) this.mark(false);
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** Say what is written. @param {Event} event */
  send(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    if (text && this.game.seat.send({say: text})) this.field.value = '';
  }

  /** Want that nothing is said, or no longer want that. */
  hush() {
    this.game.seat.send({quiet: !(this.game.seat.room.quiet ?? []).includes(this.own)});
  }

  // The game that is learnt first

  /** Offer a newcomer to learn the game, who has not moved and has not invited anybody. */
  showOffer() {
    const {view, seat: {welcome}, match} = this.game, known = kept('known', []);
    const acted = view.over || view.log.some(
      ({side, heading, cells}) => side === this.own && !heading && cells.length);
    if (acted && welcome.lesson && !known.includes(welcome.lesson)) this.know(welcome.lesson);
    const knows = known.includes(welcome.lesson) || lessonOf(welcome.lesson).learnt;
    const offered = welcome.lesson && !acted && !knows && !invites(match);
    if (this.offered === offered) return;
    this.offered = offered;
    this.learn.hidden = !offered;
    fill(this.learn, offered && [h('p', {class: 'grows'}, say('page.learn.first')),
      h('button', {'data-action': 'learn', onclick: () => this.begin()}, say('page.learn.go'))]);
  }

  know(lesson) {
    keep('known', [...kept('known', []), lesson]);
  }

  /** Begin the lesson; the seat waits. */
  async begin() {
    const {match, secret, seat: {welcome}} = this.game;
    const {data, error} = await ask('/api/matches', {ruleset: welcome.lesson, guided: true});
    if (!data) return this.game.say(error, 'refusal');
    const own = data.seats.find(each => each.kind === 'me').secret;
    keep('learning', {match: data.id, seat: match, secret});
    go(seatLink(data.id, own));
  }

  /** Hold the seat while its game is learnt, and lead back to it. */
  wait() {
    const {seat, secret} = this.back;
    const show = () => {
      const acts = this.seat?.view?.sides.find(side => side.to_act)?.side;
      const turn = this.seat?.view?.seats.includes(acts);
      fill(this.learn, h('p', {class: 'grows'},
        say(turn ? 'page.learn.turn' : 'page.learn.waits')), h('button', {
        class: 'primary', 'data-action': 'back',
        onclick: () => go(seatLink(seat, secret)),
      }, say('page.learn.back')));
    };
    this.learn.hidden = false;
    this.seat = new Seat(seat, secret, {update: show, missed() {},
      state: () => this.seat?.state === 'open' && this.seat.send({learns: true})});
    show();
  }
}
