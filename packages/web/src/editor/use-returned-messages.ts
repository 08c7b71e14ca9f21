import { useEffect } from 'react'
import { useLatest } from '../components/use-latest.ts'
import type { LocalDraft } from '../state/draft-types.ts'
import { useUser } from '../state/session.tsx'
import type { QueuedWrite } from '../state/write-types.ts'
import { writes } from '../state/writes.ts'
import { draftOf, type OutboxMessage, takeBack } from './outbox.ts'

/** Receives a returned draft, and the reason why it was refused. */
export type ReturnDraft = (draft: LocalDraft, refusal?: string) => Promise<void>

/**
 * Turns refused messages back into drafts: those that the service did not accept, and those that it could not send later.
 * If several tabs are open, only one of them takes a message.
 */
export function useReturnedMessages(
  queued: readonly QueuedWrite[],
  failed: readonly OutboxMessage[],
  returnDraft: ReturnDraft,
): void {
  const userId = useUser().id
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
      if (message) await latest.current.returnDraft(await draftOf(message, userId), message.error ?? undefined)
    }
    // If this fails, the message stays in the outbox.
    take().catch(() => undefined)
  }, [failedId, userId, latest])
}
