/** Types of states by their id. They are the same in every installation. */
export const stateTypeNames: Readonly<Record<number, string>> = {
  1: 'new',
  2: 'open',
  3: 'pending reminder',
  4: 'pending action',
  5: 'closed',
  6: 'merged',
}
