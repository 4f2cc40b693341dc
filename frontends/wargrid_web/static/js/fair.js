// The number that this browser draws for fair dice, and its commitment: a digest shown before it.
import {h, pairs} from './dom.js';
import {keep, kept, say} from './settings.js';

/** @param {Uint8Array|number[]} bytes */
const hex = bytes => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} digits */
const unhex = digits => (digits.match(/../g) ?? []).map(pair => parseInt(pair, 16));

/** The first 32 bits of the fractions of a root of the first primes. @param {number} power */
function fractions(power, count = 64) {
  const found = [];
  for (let n = 2; found.length < count; n++) {
    if (![...Array(n).keys()].slice(2).every(by => n % by)) continue;
    found.push((n ** power % 1) * 2 ** 32 | 0);
  }
  return found;
}

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** SHA-256, since browsers offer theirs only over https. @param {number[]} bytes */
export function sha256(bytes) {
  const round = fractions(1 / 3), state = fractions(1 / 2, 8), bits = bytes.length * 8;
  const padded = [...bytes, 0x80, ...Array((119 - bytes.length % 64) % 64).fill(0)];
  for (let at = 7; at >= 0; at--) padded.push(Math.floor(bits / 2 ** (8 * at)) & 255);
  for (let at = 0; at < padded.length; at += 64) mix(state, padded.slice(at, at + 64), round);
  return hex(state.flatMap(word => [24, 16, 8, 0].map(by => (word >>> by) & 255)));
}

/** @param {number[]} state @param {number[]} block @param {number[]} round */
function mix(state, block, round) {
  const w = Array.from({length: 16}, (_, at) => block.slice(4 * at, 4 * at + 4)
    .reduce((word, byte) => word << 8 | byte, 0));
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < 64; at++) {
    if (at > 15) {
      const s0 = turned(w[at - 15], 7) ^ turned(w[at - 15], 18) ^ (w[at - 15] >>> 3);
      const s1 = turned(w[at - 2], 17) ^ turned(w[at - 2], 19) ^ (w[at - 2] >>> 10);
      w[at] = (w[at - 16] + s0 + w[at - 7] + s1) | 0;
    }
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g))
      + round[at] + w[at]) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22))
      + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => { state[at] = (state[at] + word) | 0; });
}

/**
 * The digest by which a number is published before it is shown; it covers the name of the match.
 * @param {string} number @param {string} match
 */
export function commitment(number, match) {
  const [name, mark] = [match, 'wargrid dice 1\0'].map(
    text => [...new TextEncoder().encode(text)]);
  return sha256([...mark, name.length >> 8, name.length & 255, ...name, ...unhex(number)]);
}

/**
 * The commitments in the text of a record, the server's first; null where its dice are others.
 * @param {string} record @param {string} match
 */
function recorded(record, match) {
  const head = record.split(/^rules:/m, 1)[0], hex64 = '([0-9a-f]{64})';
  const draws = [...head.matchAll(RegExp(`^number [^:\\n]+: ${hex64} ${hex64}\\b`, 'gm'))];
  if (!/^dice: fair\b/m.test(head) || !draws.length) return null;
  const named = head.match(/^match: (\S+)/m)?.[1] === match;
  return draws.map(([, digest, number]) => (
    named && commitment(number, match) === digest ? digest : ''));
}

/** The number of one seat, kept in this browser, and what the others had committed to. */
export class FairNumber {
  /** @param {string} match @param {string} secret */
  constructor(match, secret) {
    this.match = match;
    this.place = `number.${match}.${secret}`;
    this.begin();
  }

  /** Begin to draw at a connection just made. */
  begin() {
    this.committed = false;
    this.trouble = '';
  }

  /** The number, and what all had committed to when it was first shown. */
  get kept() {
    /** @type {{number: string, seen: string[]}} */
    const found = kept(this.place) ?? {
      number: hex(crypto.getRandomValues(new Uint8Array(32))), seen: [],
    };
    return found;
  }

  /**
   * What this seat has to say now for the dice, if anything. Where another device has committed it
   * to its number, this one commits it to its own, once a connection, as long as no player has
   * shown a number; `trouble` names the text that says why it cannot.
   * @param {number} seat @param {string[]} commitments
   * @param {number[]} awaited @param {number[]} computers
   */
  due(seat, commitments, awaited, computers) {
    this.trouble = '';
    if (!awaited.includes(seat)) return null;
    const mine = this.kept, digest = commitment(mine.number, this.match);
    keep(this.place, mine);
    const known = commitments[seat + 1];
    if (known === digest) {
      if (!commitments.every(Boolean)) return null;
      // a side that commits to another number after this one was shown could have chosen it
      if (this.agrees(mine, commitments)) return {reveal: mine.number};
      this.trouble = 'withheld';
      return null;
    }
    const shown = commitments.length - 1 > new Set([...awaited, ...computers]).size;
    if (known && (shown || this.committed)) {
      this.trouble = 'drawn_elsewhere';
      return null;
    }
    this.committed = true;
    return {commit: digest};
  }

  /** Remember what all had committed to when the number was first shown; do they still? */
  agrees(mine, commitments) {
    if (!mine.seen.length) keep(this.place, {...mine, seen: commitments});
    return `${this.kept.seen}` === `${commitments}`;
  }

  /**
   * Compare what was promised to this browser before the game with the record of it: the name of
   * the text that says it, or nothing for other dice; the commitments promised; and the index of
   * the first that the record has not, 0 for the server's.
   * @param {string|null|undefined} record
   * @returns {{says: string, promised: string[], broken: number}}
   */
  verdict(record) {
    const promised = this.kept.seen, found = recorded(record ?? '', this.match);
    const made = {promised, broken: -1, says: ''};
    if (!promised.length) return {...made, says: found ? 'unseen' : ''};
    if (!record) return {...made, says: 'no_record'};
    if (found?.length !== promised.length) return {...made, says: 'wrong'};
    const broken = promised.findIndex((digest, at) => digest !== found[at]);
    return {...made, broken, says: broken < 0 ? 'promised' : 'changed'};
  }
}

/**
 * What the record of a match shows of its dice, with the commitments to compare; nothing for other
 * dice.
 * @param {FairNumber} number @param {string|null|undefined} record @param {string[]} names
 */
export function diceNote(number, record, names) {
  const {says, promised, broken} = number.verdict(record);
  const of = at => (at > 0 ? names[at - 1] : say('page.dice.server'));
  return says && h('div', {class: 'dice-note'},
    h('p', {class: says === 'promised' ? 'muted' : 'bad'},
      say(`page.dice.${says}`, {who: of(broken)})),
    promised.length > 0 && h('details', {}, h('summary', {}, say('page.dice.commitments')),
      pairs(promised.map((digest, at) => [of(at), digest]))));
}
