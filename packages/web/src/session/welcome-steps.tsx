import { TimeZones } from '../components/time-zones.tsx'
import { Button } from '../components/button.tsx'
import { TextField } from '../components/field.tsx'
import { useSubmit } from '../components/use-submit.ts'
import { useValues } from '../components/use-values.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { AuthForm } from './auth-form.tsx'
import { NewPasswordField } from './new-password-field.tsx'

/** The properties of a step. */
export interface StepProps {
  readonly token: string
  /** Completes the step; `summary` replaces its form. */
  readonly onDone: (summary: string) => Promise<void>
}

/** Gives the first administrator a name, an address and a password, and signs them in. */
export function AdminStep({ token, onDone }: StepProps) {
  const t = useMessages()
  const { values, field } = useValues({ firstname: '', lastname: '', email: '', password: '' })
  const submit = useSubmit(async () => {
    await client.request('POST', 'getting_started/admin', { json: { token, ...values } })
    await onDone(`${values.firstname} ${values.lastname}, ${values.email}`)
  })
  return (
    <AuthForm submit={submit} action={t('session.next')}>
      <TextField
        {...field('firstname')}
        label={t('session.firstname')}
        autoComplete="given-name"
        required
        isTall
        autoFocus
      />
      <TextField {...field('lastname')} label={t('session.lastname')} autoComplete="family-name" required isTall />
      <TextField
        {...field('email')}
        label={t('session.email')}
        type="email"
        autoComplete="email"
        error={submit.errorOf('email')}
        required
        isTall
      />
      <NewPasswordField {...field('password')} label={t('session.password')} />
    </AuthForm>
  )
}

/** The name of the desk, and its time zone. */
export function DeskStep({ onDone }: StepProps) {
  const t = useMessages()
  const { values, field } = useValues({
    organization: '',
    timezone_default: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  const submit = useSubmit(async () => {
    await client.request('POST', 'getting_started/base', { json: values })
    await onDone(`${values.organization}, ${values.timezone_default}`)
  })
  return (
    <AuthForm submit={submit} action={t('session.next')}>
      <TextField {...field('organization')} label={t('session.deskName')} required isTall autoFocus />
      <TextField
        {...field('timezone_default')}
        label={t('session.timeZone')}
        help={t('session.timeZoneHelp')}
        list="time-zones"
        required
        isTall
      />
      <TimeZones id="time-zones" />
    </AuthForm>
  )
}

/** The first group, and its sender address. This step can be skipped. */
export function GroupStep({ onDone }: StepProps) {
  const t = useMessages()
  const { values, field } = useValues({ name: '', email: '' })
  const submit = useSubmit(async () => {
    const { name, email } = values
    await client.request('POST', 'getting_started/group', { json: { name, ...(email && { email }) } })
    await onDone(name)
  })
  return (
    <AuthForm
      submit={submit}
      action={t('session.next')}
      below={
        <Button look="quiet" isWide onClick={() => void onDone('')}>
          {t('session.later')}
        </Button>
      }
    >
      <TextField
        {...field('name')}
        label={t('session.groupName')}
        help={t('session.groupHelp')}
        required
        isTall
        autoFocus
      />
      <TextField
        {...field('email')}
        label={t('session.groupAddress')}
        type="email"
        error={submit.errorOf('email')}
        help={t('session.groupAddressHelp')}
        isTall
      />
    </AuthForm>
  )
}
