import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { toasts } from '../components/toasts.ts'
import { useSubmit } from '../components/use-submit.ts'
import { useValues } from '../components/use-values.ts'
import { useMessages } from '../messages/messages.tsx'
import { PasswordField } from '../session/password-field.tsx'
import { client } from '../state/client.ts'
import { Failure } from './failure.tsx'

interface Answer {
  readonly message: 'ok' | 'failed'
  /** What is wrong: with the new password, or the old one. */
  readonly notice?: readonly string[]
}

/** Changes the person's password. All their other sessions end. */
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
  const [wrong, setWrong] = useState<string>()
  const { isBusy, failure, onSubmit } = useSubmit(async () => {
    const { message, notice } = await client.request<Answer>('POST', 'users/password_change', { json: values })
    if (message === 'ok') onChanged()
    else setWrong(notice?.join(' ') ?? t('account.passwordRefused'))
  })
  return (
    <form onSubmit={onSubmit}>
      <Failure error={failure} />
      <PasswordField {...field('password_old')} label={t('account.oldPassword')} autoComplete="current-password" />
      <PasswordField
        {...field('password_new')}
        label={t('session.newPassword')}
        help={t('session.passwordRule')}
        wrong={wrong}
        autoComplete="new-password"
      />
      <p className="is-muted">{t('account.passwordHelp')}</p>
      <Button type="submit" look="primary" isBusy={isBusy}>
        {t('session.setPassword')}
      </Button>
    </form>
  )
}
