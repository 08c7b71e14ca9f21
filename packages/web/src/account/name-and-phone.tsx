import { Button } from '../components/button.tsx'
import { TextField } from '../components/field.tsx'
import { toasts } from '../components/toasts.ts'
import { useSubmit } from '../components/use-submit.ts'
import { useValues } from '../components/use-values.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useUser } from '../state/session.tsx'
import { Failure } from './failure.tsx'

/** The user's name and phone numbers. */
export function NameAndPhone() {
  const t = useMessages()
  const user = useUser()
  const { values, field } = useValues({
    firstname: user.firstname ?? '',
    lastname: user.lastname ?? '',
    phone: user.phone ?? '',
    mobile: user.mobile ?? '',
  })
  const submit = useSubmit(async () => {
    await client.request('PUT', 'users/me', { json: values })
    toasts.show({ icon: 'check', text: t('account.saved') })
  })
  return (
    <form onSubmit={submit.onSubmit}>
      <Failure error={submit.failure} />
      <TextField
        {...field('firstname')}
        label={t('account.firstname')}
        error={submit.errorOf('firstname')}
        autoComplete="given-name"
      />
      <TextField
        {...field('lastname')}
        label={t('account.lastname')}
        error={submit.errorOf('lastname')}
        autoComplete="family-name"
      />
      <TextField
        {...field('phone')}
        label={t('account.phone')}
        error={submit.errorOf('phone')}
        type="tel"
        autoComplete="tel"
      />
      <TextField {...field('mobile')} label={t('account.mobile')} error={submit.errorOf('mobile')} type="tel" />
      <Button type="submit" look="primary" isBusy={submit.isBusy}>
        {t('account.save')}
      </Button>
    </form>
  )
}
