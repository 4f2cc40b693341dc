// How the games of this browser ended: kept when they are seen to be over, also without a server.
import {h, pairs} from './dom.js';
import {keep, kept, say} from './settings.js';

/** The results kept at most, the kinds of them, and the weakest level whose defeat is a mark. */
const MOST = 1000, KINDS = ['won', 'lost', 'drawn'], MARKED = 3;

/** The results by match, the latest last. @returns {any[]} */
const results = () => Object.values(kept('results', {}));

/**
 * Keep how games ended that are over: lessons, those that were watched, and those that go on from a
 * position of another one do not count.
 */
export function noteResults(standings) {
  const known = kept('results', {}), ended = standings.filter(({match, state, guided, branch}) => (
    !known[match] && KINDS.includes(state) && !guided && !branch));
  if (!ended.length) return;
  const added = ended.map(({match, state, ruleset, title, level = '', against = []}) => (
    [match, {state, ruleset, title, level, name: level ? '' : against.join(', ')}]));
  keep('results', Object.fromEntries([...Object.entries(known), ...added].slice(-MOST)));
}

/** The highest level that was beaten in a game, where that is worth a mark. @param {string} name */
export function beaten(name) {
  const won = results().filter(({ruleset, state}) => ruleset === name && state === 'won');
  const level = Math.max(0, ...won.map(({level: each}) => Number(each)));
  return level >= MARKED && h('p', {class: 'mark'}, say('lobby.result.beaten', {level}));
}

/** `3 won, 1 lost`. @param {any[]} listed */
const tally = listed => KINDS.map(kind => [kind, listed.filter(({state}) => state === kind).length])
  .filter(([, count]) => count).map(([kind, count]) => say(`lobby.result.${kind}`, {count}))
  .join(', ');

/** All results, by game and opponent, the game that ended last first; nothing without any. */
export function allResults() {
  const listed = results().reverse(), who = each => (
    each.level ? say('table.player.level', each) : each.name || '–');
  const lines = [...new Set(listed.map(({ruleset}) => ruleset))].map(name => {
    const own = listed.filter(({ruleset}) => ruleset === name);
    return [h('bdi', {}, own[0].title), [...new Set(own.map(who))].sort().map(opponent => (
      h('div', {}, h('bdi', {}, say('lobby.result.against', {name: opponent,
        tally: tally(own.filter(each => who(each) === opponent))})))))];
  });
  return lines.length > 0 && h('section', {class: 'panel results'},
    h('h2', {}, say('lobby.result.title')), pairs(lines));
}
