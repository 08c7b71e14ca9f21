import { useEffect, useState } from 'react'
import { database } from './database.ts'
import type { LocalDraft } from './draft-types.ts'
import { useWrites, writes } from './writes.ts'

/** Returns the unsent texts of the user for a ticket: queued or refused messages, and drafts on this device. */
export function useUnsent(userId: number, ticketId: number): readonly LocalDraft[] {
  const queued = useWrites().flatMap(({ ticketId: id, draft }) => (draft && id === ticketId ? [draft] : []))
  const [drafts, setDrafts] = useState<readonly LocalDraft[]>([])
  useEffect(() => {
    let isOver = false
    const read = async () => {
      const stored = await (await database()).getAll('drafts')
      if (!isOver) setDrafts(stored.filter((draft) => draft.userId === userId && draft.ticketId === ticketId))
    }
    void read()
    // A refused message becomes a draft again.
    const stop = writes.subscribe(() => void read())
    return () => {
      isOver = true
      stop()
    }
  }, [userId, ticketId])
  return [...queued, ...drafts]
}
