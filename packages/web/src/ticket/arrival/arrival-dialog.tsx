import { HttpError } from '@deskbell/client'
import type { Article } from '../../article/article-types.ts'
import { Dialog } from '../../components/dialog.tsx'
import { sentenceOf } from '../../components/sentence-of.ts'
import { Moment } from '../../components/moment.tsx'
import { Notice } from '../../components/notice.tsx'
import { useFormats } from '../../format/use-formats.ts'
import { useMessages } from '../../messages/messages.tsx'
import { client } from '../../state/client.ts'
import { useLive } from '../../state/use-live.ts'
import { decisionTranslator, useArrivalTexts } from './arrival-texts.ts'
import './arrival.css'

/** The arrival of an e-mail, and the decisions by which it became a message of its ticket. */
interface Arrival {
  /** The way by which it arrived; `edit`: as a copy that an administrator has corrected. */
  readonly via: 'imap' | 'smtp' | 'lmtp' | 'pipe' | 'edit'
  readonly created_at: string
  readonly steps: readonly { readonly result: string }[]
  /**
   * The results of checks of the sender, such as `spf`; `by` is the server that made them. Empty without a trusted
   * server.
   */
  readonly authentication: { readonly [check: string]: string | undefined }
}

/** Shows how a message arrived, and why it is in its ticket. */
export function ArrivalDialog({ article, onClose }: { article: Article; onClose: () => void }) {
  const t = useMessages()
  const texts = useArrivalTexts()
  const { value, error } = useLive(
    client.live({
      key: `arrival of message ${article.id}`,
      load: () => client.request<Arrival>('GET', `ticket_articles/${article.id}/received_mail`),
      events: [],
    }),
  )
  const isUnknown = error instanceof HttpError && error.status === 404
  return (
    <Dialog title={texts('title')} kind="wide" onClose={onClose}>
      {isUnknown && <p>{texts('unknown')}</p>}
      {error !== undefined && !isUnknown && <Notice kind="error">{sentenceOf(t, error)}</Notice>}
      {value && <ArrivalDetails arrival={value} />}
    </Dialog>
  )
}

function ArrivalDetails({ arrival: { via, created_at: at, steps, authentication } }: { arrival: Arrival }) {
  const { language } = useMessages()
  const texts = useArrivalTexts()
  const formats = useFormats()
  const translate = decisionTranslator(language)
  const { by = '', ...checks } = authentication
  const results = Object.entries(checks).map(([check, result]) => `${check.toUpperCase()} ${result}`)
  return (
    <div className="arrival">
      <p>{texts.rich('received', { via: texts(`via_${via}`), at: <Moment key="at" at={at} form="full" /> })}</p>
      {results.length > 0 && <p>{texts('checks', { by, results: formats.list(results) })}</p>}
      <ol>
        {steps.map(({ result }, index) => (
          <li key={index}>{translate(result)}</li>
        ))}
      </ol>
    </div>
  )
}
