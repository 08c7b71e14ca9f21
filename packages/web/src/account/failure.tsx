import { sentenceOf } from '../components/sentence-of.ts'
import { Notice } from '../components/notice.tsx'
import { useMessages } from '../messages/messages.tsx'

/** The reason why the last submit of a form failed. Shows nothing without an error. */
export function Failure({ error }: { error: unknown }) {
  const t = useMessages()
  return error === undefined ? null : <Notice kind="error">{sentenceOf(t, error)}</Notice>
}
