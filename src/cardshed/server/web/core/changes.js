// @ts-check
/** The client's half of `cardshed/changes.py`: what a list of changes makes of a state. */

/**
 * @param {any} state which is not touched
 * @param {[Array<string | number>, any?][]} changes
 */
export function apply(state, changes) {
  for (const [place, ...value] of changes) state = place.length ? put(state, place, value) : value[0];
  return state;
}

/** @param {any} state @param {Array<string | number>} place @param {any[]} value @returns {any} */
function put(state, [key, ...rest], value) {
  const copy = Array.isArray(state) ? state.slice() : { ...state };
  if (rest.length) copy[key] = put(copy[key], rest, value);
  else if (value.length) copy[key] = value[0];
  else delete copy[key];
  return copy;
}
