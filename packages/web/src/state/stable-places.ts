/**
 * Returns tickets in a stable order, so that none moves under the mouse: a ticket that is opened again keeps its
 * position, and a new one gets the position of the one that it replaces.
 * @param tickets the newest first.
 */
export function inStablePlaces<T extends { readonly id: number }>(
  shown: readonly T[],
  tickets: readonly T[],
): readonly T[] {
  const shownIds = new Set(shown.map(({ id }) => id))
  const arrived = tickets.filter(({ id }) => !shownIds.has(id))
  const places = shown.flatMap(({ id }) => tickets.find((ticket) => ticket.id === id) ?? arrived.shift() ?? [])
  return [...places, ...arrived]
}
