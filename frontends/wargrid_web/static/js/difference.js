// Views from the server: each has what has changed since the one before.

/** The view that a difference leads to. @returns {import('./types.js').View} */
export function apply(old, {set = {}, lists = {}}) {
  const made = {...old, ...set};
  for (const [name, listed] of Object.entries(lists)) {
    made[name] = listed.flatMap(each => {
      if (!Array.isArray(each)) return [each];
      const [at, rest] = each, was = old[name];
      return typeof rest === 'number' ? was.slice(at, at + rest) : [{...was[at], ...rest}];
    });
  }
  return made;
}

/** Whether a part of a view is another one than it was. */
export const differs = (old, now, name) => old?.[name] !== now[name]
  && JSON.stringify(old?.[name]) !== JSON.stringify(now[name]);
