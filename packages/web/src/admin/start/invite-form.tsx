import type { UserRecord } from '@deskbell/client'
import { useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { sentenceOf } from '../../components/sentence-of.ts'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { useSubmit } from '../../components/use-submit.ts'
import { useValues } from '../../components/use-values.ts'
import { nameOf } from '../../format/names.ts'
import { useMessages } from '../../messages/messages.tsx'
import { PasswordLink } from '../../person/person-access.tsx'
import { client } from '../../state/client.ts'
import { useAdminTexts } from '../admin-texts.ts'

interface Group {
  readonly name: string
  readonly active: boolean
}

/**
 * Creates an account for an agent with full access to all active groups. The service e-mails them a link for a password,
 * if it can send; a button creates a link to pass on.
 */
export function InviteForm() {
  const a = useAdminTexts()
  const t = useMessages()
  const { values, field, reset } = useValues({ firstname: '', lastname: '', email: '' })
  const form = useRef<HTMLFormElement>(null)
  const [invited, setInvited] = useState<UserRecord>()
  const submit = useSubmit(async () => {
    const groups = await client.request<Group[]>('GET', 'groups?per_page=1000')
    const access = Object.fromEntries(groups.filter(({ active }) => active).map(({ name }) => [name, ['full']]))
    const json = { ...values, roles: ['Agent'], groups: access, invite: true }
    setInvited(await client.request<UserRecord>('POST', 'users', { json }))
    reset()
    // The user can enter the next colleague at once.
    form.current?.querySelector('input')?.focus()
  })
  return (
    <form ref={form} className="invite-form" onSubmit={submit.onSubmit} noValidate>
      <TextField {...field('firstname')} label={a('f_firstname')} autoComplete="off" />
      <TextField {...field('lastname')} label={a('f_lastname')} autoComplete="off" />
      <TextField
        {...field('email')}
        label={a('f_email')}
        type="email"
        autoComplete="off"
        required
        error={submit.errorOf('email')}
      />
      {submit.failure !== undefined && submit.errorOf('email') === undefined && (
        <Notice kind="error">{sentenceOf(t, submit.failure)}</Notice>
      )}
      <Button type="submit" isBusy={submit.isBusy} disabled={values.email.trim() === ''}>
        {a('invite')}
      </Button>
      {invited && (
        <div className="record-action">
          <p role="status">{a('invited', { name: nameOf(invited) })}</p>
          <PasswordLink key={invited.id} id={invited.id} />
        </div>
      )}
    </form>
  )
}
