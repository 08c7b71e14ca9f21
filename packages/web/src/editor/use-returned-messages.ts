import { useEffect } from 'react'
import { useLatest } from '../components/use-latest.ts'
import type { LocalDraft } from '../state/draft-types.ts'
import { useUser } from '../state/session.tsx'
import type { QueuedWrite } from '../state/write-types.ts'
import { writes } from '../state/writes.ts'
import { draftOf, type OutboxMessage, takeBack } from './outbox.ts'

/** Receives a returned draft, and the reason why it was refused. */
export type ReturnDraft = (draft: LocalDraft, refusal?: string) => Promise<void>

/** Turns messages that were refused, when submitted or later when sent, back into drafts. Only one tab does so. */
export function useReturned(
  queued: readonly QueuedWrite[],
  failed: readonly OutboxMessage[],
  returnDraft: ReturnDraft,
): void {
  const me = useUser().id
  const refusedId = queued.find(({ refusal }) => refusal !== undefined)?.id
  const failedId = failed[0]?.id
  const latest = useLatest({ queued, returnDraft })
  useEffect(() => {
    const take = async () => {
      const write = latest.current.queued.find(({ id }) => id === refusedId)
      if (write?.draft && (await writes.remove(write.id))) await latest.current.returnDraft(write.draft, write.refusal)
    }
    void take()
  }, [refusedId, latest])
  useEffect(() => {
    const take = async () => {
      const message = failedId === undefined ? undefined : await takeBack(failedId)
      if (message) await latest.current.returnDraft(await draftOf(message, me), message.error ?? undefined)
    }
    // If this fails, the message stays in the outbox.
    take().catch(() => undefined)
  }, [failedId, me, latest])
}
