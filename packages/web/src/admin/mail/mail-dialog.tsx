import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { LoadError, sentenceOf } from '../../components/empty.tsx'
import { Loading, Skeleton } from '../../components/loading.tsx'
import { Moment } from '../../components/moment.tsx'
import { Notice } from '../../components/notice.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { toasts } from '../../components/toasts.ts'
import { useFormats } from '../../format/use-formats.ts'
import { useMessages } from '../../messages/messages.tsx'
import { client } from '../../state/client.ts'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { type QuarantinedMail, rawAddress, type RawMail, rawMail, resultOf, retryMail } from './quarantined-mail.ts'
import './mail.css'

/** Bytes above which a mail is downloaded instead of edited. */
const MAX_EDITED = 1_000_000

interface MailDialogProps {
  mail: QuarantinedMail
  onClose: () => void
  /** Called when the mail has left the quarantine, or has returned to it. */
  onChanged: () => void
}

/** A mail in the quarantine: the reason, its text to read and correct, and buttons to retry or delete it. */
export function MailDialog({ mail, onClose, onChanged }: MailDialogProps) {
  const a = useAdminTexts()
  const t = useMessages()
  const [edited, setEdited] = useState<RawMail>()
  const { retry, remove, isBusy, failure } = useMailActions(mail, () => {
    onChanged()
    onClose()
  })
  const foot = (
    <>
      <Button look="danger" isBusy={isBusy} onClick={remove}>
        {a('quarantine_delete')}
      </Button>
      <Button look="primary" isBusy={isBusy} data-autofocus onClick={() => retry(edited)}>
        {a(edited === undefined ? 'quarantine_retry' : 'quarantine_retry_edited')}
      </Button>
    </>
  )
  return (
    <Dialog
      title={mail.subject ?? a('quarantine_no_subject')}
      kind="wide"
      isBusy={isBusy}
      onClose={onClose}
      foot={foot}
    >
      {failure !== undefined && <Notice kind="error">{sentenceOf(t, failure)}</Notice>}
      <Notice kind="conflict">{mail.reason}</Notice>
      <Facts mail={mail} />
      {mail.size > MAX_EDITED ? (
        <p className="mail-help">{a('quarantine_too_long')}</p>
      ) : (
        <Raw {...{ mail, edited, setEdited }} />
      )}
      <p>
        <a className="link" href={rawAddress(mail.id)} download={`received-mail-${mail.id}.eml`}>
          {a('quarantine_download')}
        </a>
      </p>
    </Dialog>
  )
}

/** Retries a mail or deletes it; a toast shows the result. */
function useMailActions({ id }: QuarantinedMail, onDone: () => void) {
  const a = useAdminTexts()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const run = async (work: () => Promise<string>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      toasts.show({ icon: 'check', seconds: 6, text: await work() })
      onDone()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  const retry = async (edited: RawMail | undefined) => {
    const { state, reason } = await resultOf((await retryMail(id, edited)).id)
    const text = { quarantined: 'quarantine_again', waiting: 'quarantine_waits' } as const
    return a(text[state as 'waiting'] ?? 'quarantine_done', { reason: reason ?? '' })
  }
  const remove = async () => {
    await client.request('DELETE', `received_mails/${id}`)
    return a('quarantine_deleted')
  }
  return {
    isBusy,
    failure,
    retry: (edited: RawMail | undefined) => void run(() => retry(edited)),
    remove: () => void run(remove),
  }
}

function Facts({ mail }: { mail: QuarantinedMail }) {
  const a = useAdminTexts()
  const formats = useFormats()
  const facts = [
    [a('quarantine_from'), mail.from ?? mail.envelope_from ?? ''],
    [a('quarantine_to'), mail.envelope_to.addresses?.join(', ') ?? ''],
    [a('quarantine_client'), mail.client ?? ''],
    [a('quarantine_size'), formats.size(mail.size)],
  ] as const
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      <dt>{a('quarantine_at')}</dt>
      <dd>
        <Moment at={mail.created_at} form="full" />
      </dd>
    </dl>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <bdi>{value}</bdi>
    </dd>
  </>
)

interface RawProps {
  mail: QuarantinedMail
  /** The text as the person has changed it. */
  edited: RawMail | undefined
  setEdited: (mail: RawMail | undefined) => void
}

function Raw({ mail: { id }, edited, setEdited }: RawProps) {
  const a = useAdminTexts()
  const view = client.live({ key: `admin raw mail ${id}`, load: () => rawMail(id), events: [] })
  const { value, error } = useLive(view)
  if (value !== undefined) {
    return (
      <div className="mail-raw">
        <TextArea
          label={a('quarantine_raw')}
          help={a('quarantine_raw_help')}
          spellCheck={false}
          value={(edited ?? value).text}
          onChange={({ target }) =>
            setEdited(target.value === value.text ? undefined : { ...value, text: target.value })
          }
        />
      </div>
    )
  }
  if (error !== undefined) {
    return (
      <LoadError title={a('entry_failed')} error={error} onRetry={() => void view.refresh().catch(() => undefined)} />
    )
  }
  return (
    <Loading label={a('quarantine_raw')}>
      <Skeleton height="12rem" />
    </Loading>
  )
}
