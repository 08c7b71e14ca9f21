import { HttpError } from '@deskbell/client'
import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { toasts } from '../components/toasts.ts'
import { useSubmit } from '../components/use-submit.ts'
import { useValues } from '../components/use-values.ts'
import { useMessages } from '../messages/messages.tsx'
import { NewPasswordField } from '../session/new-password-field.tsx'
import { PasswordField } from '../session/password-field.tsx'
import { client } from '../state/client.ts'
import { Failure } from './failure.tsx'

/** The body of a refused change. */
interface Refusal {
  /** The reasons, in English. */
  readonly notice?: readonly string[]
}

/** Changes the user's password, which ends all their other sessions. */
export function PasswordChange() {
  const t = useMessages()
  // A form with another key begins with empty fields.
  const [changes, setChanges] = useState(0)
  return (
    <ChangeForm
      key={changes}
      onChanged={() => {
        setChanges(changes + 1)
        toasts.show({ icon: 'check', text: t('account.passwordChanged') })
      }}
    />
  )
}

function ChangeForm({ onChanged }: { onChanged: () => void }) {
  const t = useMessages()
  const { values, field } = useValues({ password_old: '', password_new: '' })
  const { isBusy, failure, onSubmit } = useSubmit(async () => {
    await client.request('POST', 'users/password_change', { json: values })
    onChanged()
  })
  // The new password has been checked by its field, so only the old one can be refused.
  const isOldRefused = noticeOf(failure) !== undefined
  return (
    <form onSubmit={onSubmit}>
      {!isOldRefused && <Failure error={failure} />}
      <PasswordField
        {...field('password_old')}
        label={t('account.oldPassword')}
        error={isOldRefused ? t('account.oldPasswordWrong') : undefined}
        autoComplete="current-password"
      />
      <NewPasswordField {...field('password_new')} label={t('session.newPassword')} />
      <p className="is-muted">{t('account.passwordHelp')}</p>
      <Button type="submit" look="primary" isBusy={isBusy}>
        {t('session.setPassword')}
      </Button>
    </form>
  )
}

const noticeOf = (failure: unknown): Refusal['notice'] =>
  failure instanceof HttpError ? (failure.body as Refusal | undefined)?.notice : undefined
