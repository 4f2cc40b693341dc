// Views as they are sent: what has changed since the one before.

/**
 * The view that a difference leads to.
 * @param {any} old
 * @param {{set?: any, lists?: any}} update
 * @returns {import('./types.js').View}
 */
export function apply(old, {set = {}, lists = {}}) {
  const made = {...old, ...set};
  for (const [name, listed] of Object.entries(lists)) {
    made[name] = listed.flatMap(each => listedItem(old[name], each));
  }
  return made;
}

/** @param {any[]} old @param {any} each */
function listedItem(old, each) {
  if (!Array.isArray(each)) return [each];
  const [at, rest] = each;
  return typeof rest === 'number' ? old.slice(at, at + rest) : [{...old[at], ...rest}];
}

/** Whether a part of a view is another one than it was. */
export const differs = (old, now, name) => old?.[name] !== now[name]
  && JSON.stringify(old?.[name]) !== JSON.stringify(now[name]);
