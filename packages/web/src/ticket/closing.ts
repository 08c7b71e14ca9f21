import type { Choices, StateChoice } from './choices.ts'

/** The action of the button and shortcut that close or reopen a ticket. */
export interface Closing {
  /** True if the ticket is closed, and the action reopens it. */
  readonly isClosed: boolean
  /** The states to choose from; empty if the ticket can be neither closed nor reopened. */
  readonly targets: readonly StateChoice[]
}

/** Returns the states for closing or reopening a ticket. A merged ticket stays merged. */
export function closingOf({ states }: Pick<Choices, 'states'>, stateId: number): Closing {
  const type = states.find(({ id }) => id === stateId)?.type
  const ofType = (stateType: string) => states.filter((state) => state.isChoosable && state.type === stateType)
  if (type === 'merged') return { isClosed: true, targets: [] }
  return type === 'closed'
    ? { isClosed: true, targets: ofType('open').slice(0, 1) }
    : { isClosed: false, targets: ofType('closed') }
}
