import { useState, type FormEvent } from 'react'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { SelectField } from '../../components/select-field.tsx'
import type { Submit } from '../../components/use-submit.ts'
import { useAdminTexts } from '../admin-texts.ts'
import { RefField } from '../fields/ref-field.tsx'
import { useMayRead } from '../fields/use-options.ts'
import type { Options, ProbeResponse } from './account.ts'
import { AccountTest } from './account-test.tsx'
import { InboundFields, OutboundFields } from './direction-fields.tsx'
import { MailboxFields } from './mailbox-fields.tsx'
import { initialOptions, listener, otherProvider, providerOf, providers } from './providers.ts'
import type { NewAccount } from './new-account.ts'

interface StepProps {
  account: NewAccount
  set: (changes: Partial<NewAccount>) => void
  submit: Submit
}

/** The address, the name that recipients see, and the provider. */
export function AddressStep({ account, set, onDone }: StepProps & { onDone: () => void }) {
  const a = useAdminTexts()
  const { sender, email, provider } = account
  const choose = (id: string) => set({ provider: id, ...initialOptions(id, email) })
  const changeEmail = (typed: string) => {
    const id = provider === listener ? listener : providerOf(typed)
    set({ email: typed, provider: id, ...initialOptions(id, typed) })
  }
  return (
    <form onSubmit={submitStep(onDone)}>
      <TextField
        label={a('mail_sender')}
        help={a('mail_sender_help')}
        value={sender}
        required
        autoFocus
        autoComplete="off"
        maxLength={250}
        onChange={({ target }) => set({ sender: target.value })}
      />
      <TextField
        label={a('f_email')}
        type="email"
        value={email}
        required
        autoComplete="off"
        maxLength={255}
        onChange={({ target }) => changeEmail(target.value)}
      />
      <SelectField label={a('mail_provider')} value={provider} onChange={choose}>
        <option value={otherProvider}>{a('mail_provider_other')}</option>
        {providers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={listener}>{a('mail_provider_listener')}</option>
      </SelectField>
      <div className="mail-buttons">
        <Button type="submit" look="primary">
          {a('mail_next')}
        </Button>
      </div>
    </form>
  )
}

/** Returns a submit handler that completes the step instead of sending the form. */
const submitStep = (onDone: () => void) => (event: FormEvent) => {
  event.preventDefault()
  onDone()
}

/** Options of receiving that are copied to those of sending. */
const sharedOptions = [
  'auth',
  'user',
  'password',
  'client_id',
  'client_secret',
  'refresh_token',
  'token_url',
  'scope',
] as const

const withSignIn = (outbound: Options, inbound: Options): Options => ({
  ...outbound,
  ...Object.fromEntries(sharedOptions.flatMap((key) => (inbound[key] === undefined ? [] : [[key, inbound[key]]]))),
})

interface ServerStepProps extends StepProps {
  onFolders: (folders: readonly string[]) => void
  onDone: () => void
}

/** The servers, and a test of them. Enter continues only after a successful test. */
export function ServerStep({ account, set, submit, onFolders, onDone }: ServerStepProps) {
  const a = useAdminTexts()
  const [tested, setTested] = useState<{ json: string; response: ProbeResponse }>()
  const { inbound, outbound, provider } = account
  const json = JSON.stringify({ inbound, outbound })
  const response = tested?.json === json ? tested.response : undefined
  const hasPassed =
    response !== undefined && [response.inbound, response.outbound].every((result) => result?.ok !== false)
  const isMailbox = inbound['adapter'] === 'imap'
  const hint = hintOf(provider)
  return (
    <form onSubmit={submitStep(() => hasPassed && onDone())}>
      {hint && <Notice>{a(hint)}</Notice>}
      <h3>{a('mail_inbound')}</h3>
      <InboundFields
        value={inbound}
        errorIn={(option) => submit.errorOf(`inbound.${option}`)}
        onChange={(next) => set({ inbound: next, outbound: isMailbox ? withSignIn(outbound, next) : outbound })}
      />
      <h3>{a('mail_outbound')}</h3>
      {isMailbox && outbound['adapter'] === 'smtp' && <p className="mail-help">{a('mail_same_sign_in')}</p>}
      <OutboundFields
        value={outbound}
        errorIn={(option) => submit.errorOf(`outbound.${option}`)}
        onChange={(next) => set({ outbound: next })}
      />
      <AccountTest
        id={undefined}
        options={{ inbound, outbound }}
        look={hasPassed ? 'plain' : 'primary'}
        onResult={(result) => {
          setTested({ json, response: result })
          onFolders(result.inbound?.folders ?? [])
        }}
      />
      {response && (
        <div className="mail-buttons">
          <Button look={hasPassed ? 'primary' : 'plain'} onClick={onDone}>
            {a(hasPassed ? 'mail_next' : 'mail_next_anyway')}
          </Button>
        </div>
      )}
    </form>
  )
}

/** Returns a hint about an unexpected requirement of a provider. */
function hintOf(provider: string) {
  const { oauth, needsAppPassword } = providers.find(({ id }) => id === provider) ?? {}
  if (oauth) return 'mail_hint_oauth'
  if (needsAppPassword) return 'mail_hint_app_password'
  return provider === listener ? 'mail_hint_listener' : undefined
}

/**
 * The group of new tickets, and whether it answers with this address and with which signature. For IMAP, also the folder
 * and the action on received e-mails. The button of this step saves the account.
 */
export function GroupStep({ account, set, submit, folders }: StepProps & { folders: readonly string[] }) {
  const a = useAdminTexts()
  const mayChooseGroup = useMayRead('group')
  const { inbound, group_id, isSender, signature_id } = account
  // Required by `RefField`; these fields override some of them.
  const defaultProps = { help: undefined, error: undefined, errorIn: () => undefined, values: {} }
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      {!mayChooseGroup && <Notice kind="error">{a('mail_needs_groups')}</Notice>}
      <RefField
        {...defaultProps}
        label={a('mail_group')}
        error={submit.errorOf('group_id')}
        value={group_id}
        to="group"
        isOptional={false}
        onChange={(id) => set({ group_id: id as number })}
      />
      <Checkbox
        label={a('mail_is_sender')}
        help={a('mail_is_sender_help')}
        isChecked={isSender}
        onChange={(isChecked) => set({ isSender: isChecked })}
      />
      {isSender && (
        <RefField
          {...defaultProps}
          label={a('f_signature_id')}
          help={a('mail_signature_help')}
          value={signature_id}
          to="signature"
          isOptional
          onChange={(id) => set({ signature_id: id as number | null })}
        />
      )}
      {inbound['adapter'] === 'imap' && (
        <MailboxFields
          value={inbound}
          folders={folders}
          errorIn={(option) => submit.errorOf(`inbound.${option}`)}
          onChange={(next) => set({ inbound: next })}
        />
      )}
      <div className="mail-buttons">
        <Button type="submit" look="primary" isBusy={submit.isBusy} disabled={group_id === null}>
          {a('mail_save')}
        </Button>
      </div>
    </form>
  )
}
