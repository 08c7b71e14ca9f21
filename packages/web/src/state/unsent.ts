import { useEffect, useState } from 'react'
import { database } from './database.ts'
import type { LocalDraft } from './draft-types.ts'
import { useWrites, writes } from './writes.ts'

/** Returns what the user has written for a ticket and not sent: drafts on this device, and messages that were refused. */
export function useUnsent(userId: number, ticketId: number): readonly LocalDraft[] {
  const queued = useWrites().flatMap(({ ticketId: id, draft }) => (draft && id === ticketId ? [draft] : []))
  const [drafts, setDrafts] = useState<readonly LocalDraft[]>([])
  useEffect(() => {
    let isOver = false
    const read = async () => {
      const all = await (await database()).getAll('drafts')
      if (!isOver) setDrafts(all.filter((one) => one.userId === userId && one.ticketId === ticketId))
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
