/** Types of states by their id, which are the same on every desk. */
export const stateTypeNames: Readonly<Record<number, string>> = {
  1: 'new',
  2: 'open',
  3: 'pending reminder',
  4: 'pending action',
  5: 'closed',
  6: 'merged',
}
