import type { Choices, StateChoice } from './choices.ts'

/** What the button and the key that close a ticket do now. */
export interface Closing {
  /** The ticket is closed, and is opened again. */
  readonly isClosed: boolean
  /** The states to choose from; none if the ticket can neither be closed nor opened again. */
  readonly targets: readonly StateChoice[]
}

/** Returns the states with which a ticket is closed, or opened again. A merged ticket remains as it is. */
export function closingOf({ states }: Pick<Choices, 'states'>, stateId: number): Closing {
  const type = states.find(({ id }) => id === stateId)?.type
  const ofType = (wanted: string) => states.filter((one) => one.isActive && one.type === wanted)
  if (type === 'merged') return { isClosed: true, targets: [] }
  return type === 'closed'
    ? { isClosed: true, targets: ofType('open').slice(0, 1) }
    : { isClosed: false, targets: ofType('closed') }
}
