import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMessages } from '../messages/messages.tsx'
import type { Conflict } from './save-ticket.ts'
import type { Values } from '../state/save-unless-changed.ts'
import { ticketView } from './ticket-data.ts'
import type { Ticket } from './ticket-types.ts'
import { undoableChange, withUndo } from './undo.ts'
import { saveOrWait, useWaitingChange, type WaitingChange } from './waiting-change.ts'

/** The state of changing a ticket. */
export interface Change {
  readonly isSaving: boolean
  readonly conflict: Conflict | undefined
  /** The error of the last change. */
  readonly error: unknown
  /** Saves values, based on the ticket that the user saw when editing began. Resolves to true if they are saved. */
  readonly save: (values: Values) => Promise<boolean>
  /** Saves the values of the conflict, over those of the other person. */
  readonly overwrite: () => Promise<boolean>
  /** Discards the conflict or the error; the value of the other person stays. */
  readonly dismiss: () => void
  /** A change that waits for the connection, or was refused afterwards. */
  readonly waiting: WaitingChange | undefined
  /** Sends the refused change again, over the values of others. */
  readonly repeat: () => Promise<boolean>
}

type Outcome = Pick<Change, 'conflict' | 'error' | 'isSaving'>

const settled: Outcome = { conflict: undefined, error: undefined, isSaving: false }

interface ChangeOptions {
  /** The names of the attributes that can be changed. */
  names: readonly string[]
  /** True during editing: values that arrive meanwhile do not count as seen. */
  isEditing?: boolean
  /** Formats the saved values: "Priority is now 3 high". A toast shows this text and offers an undo. */
  toastText: (values: Values) => ReactNode
}

/**
 * Changes attributes of a ticket without overwriting values that the user has not seen: if somebody else has changed
 * the same attribute meanwhile, there is a conflict to resolve. Without a connection, changes wait on this device.
 */
export function useChange(ticket: Ticket, { names, isEditing = false, toastText }: ChangeOptions): Change {
  const t = useMessages()
  const [outcome, setOutcome] = useState<Outcome>(settled)
  const waiting = useWaitingChange(ticket.id, names)
  const seen = useRef(ticket)
  useEffect(() => {
    if (!isEditing) seen.current = ticket
  }, [ticket, isEditing])
  const attempt = async (values: Values, before: Ticket): Promise<boolean> => {
    setOutcome({ ...settled, isSaving: true })
    try {
      return await withUndo(t, before, async () => {
        const result = await saveOrWait(values, before)
        setOutcome({ ...settled, conflict: result === 'waits' ? undefined : result })
        if (result) return undefined
        // A list of several values stays open for the next choice, so the effect above does not update `seen`.
        seen.current = ticketView(before.number).snapshot().value ?? before
        return undoableChange(t, before, Object.keys(values), toastText(values))
      })
    } catch (error) {
      setOutcome({ ...settled, error })
      return false
    }
  }
  return {
    ...outcome,
    save: (values) => attempt(values, seen.current),
    overwrite: async () => outcome.conflict !== undefined && attempt(outcome.conflict.values, outcome.conflict.current),
    dismiss: () => setOutcome(settled),
    waiting,
    async repeat() {
      if (!waiting) return false
      await waiting.withdraw()
      return attempt(waiting.values, ticket)
    },
  }
}
