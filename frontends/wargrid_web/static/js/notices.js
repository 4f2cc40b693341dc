// How players are told that it is their turn in a game by days; and the end of it, by a link.
import {fill, h} from './dom.js';
import {ask, screen} from './page.js';
import {keep, kept, say} from './settings.js';

/** For how many milliseconds a push service is waited for. */
const LONGEST = 20_000;

/** Why there are no notices of the browser, by what the player has allowed. */
const WHY = {granted: 'failed', default: 'unanswered'};

/** Show what a link in a mail does: it ends the notices of a match. @param {HTMLElement} main */
export async function show(main) {
  const [match, key] = location.hash.slice(1).split('.'), place = h('p', {role: 'status'});
  screen(main, say('page.notice'), h('h1', {}, say('page.notice')), place);
  keep('tell', '');
  const {error} = await ask(`/api/notices/${encodeURIComponent(match)}/end`, {key: key ?? ''});
  fill(place, error ?? say('page.notice.ended'));
}

/** The choice of how the player of a seat is told; what was chosen last is wished for new games. */
export class Notices {
  /** @param {import('./game.js').Game} game @param {HTMLElement} place */
  constructor(game, place) {
    this.game = game;
    this.trouble = h('p', {class: 'bad', role: 'alert'});
    this.mail = h('span', {});
    this.choice = h('select', {onchange: () => this.choose(this.choice.value)});
    this.place = place;
    this.begin();
  }

  ask(what = '', body = {}) {
    const {match, secret} = this.game;
    return ask(`/api/notices/${match}${what}`, {secret, ...body});
  }

  async begin() {
    navigator.serviceWorker?.ready.then(async worker => { // what was said of this turn is seen
      for (const each of await worker.getNotifications({tag: this.game.match})) each.close();
    });
    const {data} = await this.ask();
    if (!data || this.game.view.over) return;
    this.ways = data;
    const pushes = data.push && 'PushManager' in self && 'Notification' in self;
    const found = {'': say('page.notice.none'), ...pushes && {push: say('page.notice.push')},
      ...data.mail && {mail: say('page.notice.mail')}, ...data.hook && {hook: data.hook}};
    if (Object.keys(found).length === 1) return;
    fill(this.choice, Object.entries(found).map(([value, text]) => h('option', {value}, text)));
    fill(this.place, h('div', {class: 'talk notices'},
      h('label', {}, say('page.notice'), this.choice), this.mail, this.trouble));
    this.show(data.now, data.to);
    const usual = kept('tell', ''), asked = kept('told', []), {match} = this.game;
    if (!data.now && usual in found && usual && !asked.includes(match)) {
      keep('told', [match, ...asked].slice(0, 200)); // once: it may be ended elsewhere
      this.choose(usual);
    }
  }

  /** Show how the player is told now. @param {string} now @param {string} [to] */
  show(now, to = '') {
    this.choice.value = now;
    fill(this.mail, to && h('span', {class: 'muted'}, to));
    fill(this.trouble);
  }

  /** @param {string} kind */
  async choose(kind) {
    const {match} = this.game;
    fill(this.trouble);
    keep('told', [match, ...kept('told', []).filter(each => each !== match)].slice(0, 200));
    if (kind === 'mail') {
      const {mail, code} = kept('mail', {});
      return mail ? this.wish({kind, mail, code}) : this.askForMail();
    }
    if (kind !== 'push') return this.wish({kind});
    let allowed = '';
    try {
      allowed = await Notification.requestPermission(); // while the choice counts as a wish
      if (allowed !== 'granted') throw new Error(allowed);
      const late = new Promise((_, fail) => setTimeout(fail, LONGEST));
      const made = await Promise.race([this.subscribe(), late]);
      const {endpoint, keys: {p256dh, auth} = /** @type {any} */ ({})} = made.toJSON();
      await this.wish({kind, push: {endpoint, p256dh, auth}});
    } catch {
      this.show(this.ways.now);
      fill(this.trouble, say(`page.notice.${WHY[allowed] ?? 'blocked'}`));
    }
  }

  /** Let the push service of this browser take notices of the server. */
  async subscribe() {
    const {pushManager} = await navigator.serviceWorker.ready;
    const wished = {userVisibleOnly: true, applicationServerKey: this.ways.push};
    return pushManager.subscribe(wished).catch(async () => {
      await (await pushManager.getSubscription())?.unsubscribe(); // of a server with other keys
      return pushManager.subscribe(wished);
    });
  }

  /** @param {{kind: string, mail?: string, code?: string, push?: any}} how */
  async wish(how) {
    const {data, error} = await this.ask('/wish', how);
    if (data) {
      this.ways.now = how.kind;
      keep('tell', how.kind);
      if (how.mail) keep('mail', {mail: how.mail, code: how.code});
      this.show(how.kind, how.mail);
    } else {
      if (how.mail) keep('mail', null);
      this.show(this.ways.now);
      fill(this.trouble, error);
    }
    return Boolean(data);
  }

  /** Ask for an address, then for the code that is sent to it. */
  askForMail() {
    const mail = h('input', {type: 'email', name: 'mail', required: true, maxLength: 254,
      autocomplete: 'email'});
    const code = h('input', {name: 'code', maxLength: 20, autocomplete: 'off'});
    const typed = h('label', {class: 'grows', hidden: true}, say('page.notice.code'), code);
    const send = async event => {
      event.preventDefault();
      fill(this.trouble);
      if (!typed.hidden) return this.wish({kind: 'mail', mail: mail.value, code: code.value.trim()});
      const {error} = await this.ask('/proof', {mail: mail.value});
      if (error) return fill(this.trouble, error);
      typed.hidden = false;
      mail.readOnly = true;
      code.focus();
    };
    fill(this.mail, h('form', {class: 'row', onsubmit: send},
      h('label', {class: 'grows'}, say('page.notice.address'), mail), typed,
      h('button', {}, say('page.join.go'))));
    mail.focus();
  }
}
