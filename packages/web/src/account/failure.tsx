import { sentenceOf } from '../components/empty.tsx'
import { Notice } from '../components/notice.tsx'
import { useMessages } from '../messages/messages.tsx'

/** Why the last submit of a form failed; nothing when it did not. */
export function Failure({ error }: { error: unknown }) {
  const t = useMessages()
  return error === undefined ? null : <Notice kind="error">{sentenceOf(t, error)}</Notice>
}
