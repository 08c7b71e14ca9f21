/* Keys of the internal members of objects. They are symbols, so that no attribute of a record can collide with them, and they
 * are defined on prototypes, so that the own properties of objects stay `id` and `data`.
 */

/** The store that an object or reference belongs to. */
export const store = Symbol('store')
/** Returns the state of a reference, and requests it if necessary. */
export const entryFor = Symbol('entryFor')
/** Returns the newest state of a reference without sending a request. */
export const knownEntry = Symbol('knownEntry')
/** Loads an object so that it has a certain attribute. */
export const loadWith = Symbol('loadWith')
/** The response that a loaded object comes from. */
export const originOf = Symbol('originOf')
/** Returns the source of a live value. */
export const liveSource = Symbol('liveSource')
/** Replaces the state of an object or reference after a change. */
export const setEntry = Symbol('setEntry')
