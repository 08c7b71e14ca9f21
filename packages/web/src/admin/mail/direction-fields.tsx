import { useState } from 'react'
import { useAdminTexts } from '../admin-texts.ts'
import type { EditorProps } from '../records/record-list-spec.ts'
import type { Direction, Options } from './account.ts'
import { AccountTest } from './account-test.tsx'
import { ConnectionFields, ListenerFields } from './connection-fields.tsx'
import { MailboxFields } from './mailbox-fields.tsx'
import { OptionChoice, OptionField, type OptionsProps } from './option-field.tsx'
import './mail.css'

/** The options for receiving, in the form of an account. */
export function InboundEditor({ label, value, values, onChange, errorIn }: EditorProps) {
  const [folders, setFolders] = useState<readonly string[]>([])
  const props = { value: (value ?? {}) as Options, onChange, errorIn }
  return (
    <fieldset className="mail-direction">
      <legend>{label}</legend>
      <InboundFields {...props} />
      {props.value['adapter'] === 'imap' && <MailboxFields {...props} folders={folders} />}
      <DirectionTest direction="inbound" id={values['id']} value={props.value} onFolders={setFolders} />
    </fieldset>
  )
}

/** The options for sending, in the form of an account. */
export function OutboundEditor({ label, value, values, onChange, errorIn }: EditorProps) {
  const props = { value: (value ?? {}) as Options, onChange, errorIn }
  return (
    <fieldset className="mail-direction">
      <legend>{label}</legend>
      <OutboundFields {...props} />
      {props.value['adapter'] === 'smtp' && <ReplyFields {...props} />}
      <DirectionTest direction="outbound" id={values['id']} value={props.value} />
    </fieldset>
  )
}

const receivers = [
  ['imap', 'mail_in_imap'],
  ['lmtp', 'mail_in_lmtp'],
  ['smtp', 'mail_in_smtp'],
  ['none', 'mail_in_none'],
] as const

/** The method and server for receiving. */
export function InboundFields(props: OptionsProps) {
  const { adapter } = props.value
  return (
    <>
      <OptionChoice {...props} name="adapter" label="mail_adapter" values={receivers} />
      {adapter === 'imap' && <ConnectionFields {...props} protocol="imap" />}
      {(adapter === 'lmtp' || adapter === 'smtp') && <ListenerFields {...props} />}
    </>
  )
}

/** The method and server for sending. */
export function OutboundFields(props: OptionsProps) {
  return (
    <>
      <OptionChoice
        {...props}
        name="adapter"
        label="mail_adapter"
        values={[
          ['smtp', 'mail_out_smtp'],
          ['none', 'mail_out_none'],
        ]}
      />
      {props.value['adapter'] === 'smtp' && <ConnectionFields {...props} protocol="smtp" />}
    </>
  )
}

/** The reply address, and the DKIM signature. */
function ReplyFields(props: OptionsProps) {
  const a = useAdminTexts()
  return (
    <>
      <OptionChoice
        {...props}
        name="reply_to"
        label="mail_reply_to"
        help={a('mail_reply_to_help')}
        values={[
          ['none', 'mail_reply_none'],
          ['signed', 'mail_reply_signed'],
        ]}
      />
      <OptionField {...props} name="dkim_domain" label="mail_dkim_domain" help={a('mail_dkim_help')} />
      {typeof props.value['dkim_domain'] === 'string' && (
        <>
          <OptionField {...props} name="dkim_selector" label="mail_dkim_selector" />
          <OptionField {...props} name="dkim_private_key" label="mail_dkim_key" type="password" />
        </>
      )}
    </>
  )
}

interface DirectionTestProps {
  direction: Direction
  id: unknown
  value: Options
  onFolders?: (folders: readonly string[]) => void
}

function DirectionTest({ direction, id, value, onFolders }: DirectionTestProps) {
  if ((value['adapter'] ?? 'none') === 'none') return null
  return (
    <AccountTest
      id={typeof id === 'number' ? id : undefined}
      options={{ [direction]: value }}
      onResult={({ inbound }) => onFolders?.(inbound?.folders ?? [])}
    />
  )
}
