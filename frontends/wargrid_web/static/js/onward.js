// What follows a game: another level, the next lesson, a friend.
import {go} from './dom.js';
import {begin} from './lobby.js';
import {keepInvites, lessonOf} from './mine.js';
import {ask} from './page.js';

/** @typedef {import('./game.js').Game} Game */

/** The first game after one whose lesson is not learnt. @param {string} name */
export async function nextLesson(name) {
  const {data} = await ask('/api/games'), found = (data ?? []).filter(each => each.guided);
  const at = found.findIndex(each => each.name === name) + 1;
  return [...found.slice(at), ...found.slice(0, at)].find(
    each => each.name !== name && !lessonOf(each.name).learnt);
}

/** The request for a match like one that is over; after a lesson, for a whole game. */
const wish = ({match, secret, seat, view: {over, seats, sides}}, other) => ({
  ruleset: seat.welcome.ruleset, ...over && !over.lesson && {like: match, secret},
  seats: sides.map(({side}) => (side === seats[0] ? 'me' : other)),
});

/** Begin the next lesson. @param {string} name @param {Element} trouble */
export const learn = (name, trouble) => begin({ruleset: name, guided: true}, trouble);

/** Play against a level. @param {Game} game @param {Element} trouble says why not */
export const against = (game, level, trouble) => begin(wish(game, `${level}`), trouble);

/** Make a match for a friend, and show its link. @param {Game} game @param {Element} trouble */
export const invite = (game, trouble) => begin(wish(game, 'link'), trouble, made => {
  const {ruleset_name: title, sides} = game.view;
  keepInvites({...made, sides: sides.map(side => side.name), title});
  go(`/links/${made.id}`);
});
