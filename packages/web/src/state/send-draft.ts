import type { DraftKeeper } from './draft-keeper.ts'
import type { LocalDraft, DraftContent } from './draft-types.ts'
import { sendWrite } from './send-write.ts'
import type { NewWrite } from './write-types.ts'

/** The result of sending a draft: the response, or `isWaiting` without a connection. */
export type SendResult = { readonly isWaiting: false; readonly response: unknown } | { readonly isWaiting: true }

type Message = Pick<NewWrite, 'method' | 'path' | 'json'>

/**
 * Sends a draft exactly once, even if the page is closed. Without a connection it waits on this device. The editor
 * shows the draft until it is sent.
 * @param message the request, whose body has the `form_id` of the draft. The files are uploaded before it is sent.
 * @throws HelpdeskError when the service refuses it. The keeper then continues with the draft.
 */
export async function sendDraft(keeper: DraftKeeper, writing: DraftContent, message: Message): Promise<SendResult> {
  keeper.change(writing)
  const draft = keeper.hold() as LocalDraft
  try {
    const sent = await send(draft, message)
    await keeper.resume()
    return sent
  } catch (error) {
    await keeper.resume(draft)
    throw error
  }
}

/**
 * Sends a draft like `sendDraft`, but empties the editor at once, so that the user can write the next message.
 * @throws HelpdeskError when the service refuses it. The draft is then in the editor again, or next to a newer one.
 */
export async function sendAndContinue(
  keeper: DraftKeeper,
  writing: DraftContent,
  message: Message,
): Promise<SendResult> {
  keeper.change(writing)
  const draft = keeper.take() as LocalDraft
  try {
    return await send(draft, message)
  } catch (error) {
    keeper.bringBack(draft)
    throw error
  }
}

async function send(draft: LocalDraft, message: Message): Promise<SendResult> {
  const { userId, ticketId } = draft
  const result = await sendWrite({ userId, ticketId, draft, ...message })
  if (!result) return { isWaiting: true }
  if (result.refusal !== undefined) throw result.error
  return { isWaiting: false, response: result.response }
}
