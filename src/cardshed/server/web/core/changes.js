// @ts-check
/** The client's half of `cardshed/changes.py`: what changes make of a state. */

/**
 * @param {any} state which is not touched
 * @param {any} changes a tree, whose lists tell what is there now
 * @returns {any}
 */
export function apply(state, changes) {
  if (Array.isArray(changes)) return changes.length === 1 ? changes[0] : spliced(state, changes);
  const entries = Object.entries(changes);
  if (!entries.length) return state;
  const list = Array.isArray(state);
  const copy = list ? state.slice() : { ...state };
  for (const [key, change] of entries) {
    if (change.length === 0) delete copy[key];
    else copy[key] = apply(copy[key], change);
  }
  if (list) copy.length = Object.keys(copy).length;
  return copy;
}

/** From a place on so many are gone, and others came: three by three. @param {any[]} items @param {any[]} changes */
function spliced(items, changes) {
  const copy = items.slice();
  for (let i = changes.length - 3; i >= 0; i -= 3) copy.splice(changes[i], changes[i + 1], ...changes[i + 2]);
  return copy;
}
