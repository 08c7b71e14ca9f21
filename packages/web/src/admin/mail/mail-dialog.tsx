import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { sentenceOf } from '../../components/sentence-of.ts'
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

/** Bytes above which an e-mail is downloaded instead of edited. */
const MAX_EDITED = 1_000_000

interface MailDialogProps {
  mail: QuarantinedMail
  onClose: () => void
  /** Called after the e-mail was retried or deleted. A failed retry returns it to the quarantine. */
  onChanged: () => void
}

/** An e-mail in the quarantine: the reason, its text to read and correct, and buttons to retry or delete it. */
export function MailDialog({ mail, onClose, onChanged }: MailDialogProps) {
  const a = useAdminTexts()
  const t = useMessages()
  const [edited, setEdited] = useState<RawMail>()
  const [isDeleting, setDeleting] = useState(false)
  const finish = () => {
    onChanged()
    onClose()
  }
  const { retry, isBusy, failure } = useRetry(mail, finish)
  const remove = async () => {
    await client.request('DELETE', `received_mails/${mail.id}`)
    toasts.show({ icon: 'check', seconds: 4, text: a('quarantine_deleted') })
    finish()
  }
  const foot = (
    <>
      <Button look="danger" isBusy={isBusy} onClick={() => setDeleting(true)}>
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
      <Notice kind="conflict">{t.refusal(mail.reason ?? '')}</Notice>
      <MailDetails mail={mail} />
      {mail.size > MAX_EDITED ? (
        <p className="mail-help">{a('quarantine_too_long')}</p>
      ) : (
        <RawText {...{ mail, edited, setEdited }} />
      )}
      <p>
        <a className="link" href={rawAddress(mail.id)} download={`received-mail-${mail.id}.eml`}>
          {a('quarantine_download')}
        </a>
      </p>
      {isDeleting && (
        <ConfirmDialog
          title={a('quarantine_delete_title')}
          action={a('quarantine_delete')}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        >
          <p>{a('delete_help')}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

/** Retries an e-mail; a toast shows the result. */
function useRetry({ id }: QuarantinedMail, onDone: () => void) {
  const a = useAdminTexts()
  const t = useMessages()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const retry = async (edited: RawMail | undefined) => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { state, reason } = await resultOf((await retryMail(id, edited)).id)
      const text = resultTexts[state as keyof typeof resultTexts] ?? 'quarantine_done'
      toasts.show({ icon: 'check', seconds: 6, text: a(text, { reason: t.refusal(reason ?? '') }) })
      onDone()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return { isBusy, failure, retry: (edited: RawMail | undefined) => void retry(edited) }
}

const resultTexts = { quarantined: 'quarantine_again', waiting: 'quarantine_waits' } as const

function MailDetails({ mail }: { mail: QuarantinedMail }) {
  const a = useAdminTexts()
  const formats = useFormats()
  const details = [
    [a('quarantine_from'), mail.from ?? mail.envelope_from ?? ''],
    [a('quarantine_to'), mail.envelope_to.addresses?.join(', ') ?? ''],
    [a('quarantine_client'), mail.client ?? ''],
    [a('quarantine_size'), formats.size(mail.size)],
  ] as const
  return (
    <dl className="facts">
      {details
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <MailDetail key={name} name={name} value={value} />
        ))}
      <dt>{a('quarantine_at')}</dt>
      <dd>
        <Moment at={mail.created_at} form="full" />
      </dd>
    </dl>
  )
}

const MailDetail = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <bdi>{value}</bdi>
    </dd>
  </>
)

interface RawTextProps {
  mail: QuarantinedMail
  /** The text as the user has changed it. */
  edited: RawMail | undefined
  setEdited: (mail: RawMail | undefined) => void
}

/** The text of the e-mail, which the user can correct. */
function RawText({ mail: { id }, edited, setEdited }: RawTextProps) {
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
