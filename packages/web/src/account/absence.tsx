import type { UserRecord } from '@deskbell/client'
import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { Checkbox } from '../components/checkbox.tsx'
import { Combobox } from '../components/combobox.tsx'
import { TextField } from '../components/field.tsx'
import type { Option } from '../components/option-list.tsx'
import { toasts } from '../components/toasts.ts'
import { useSubmit } from '../components/use-submit.ts'
import { useValues } from '../components/use-values.ts'
import { nameOf } from '../format/names.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useUser } from '../state/session.tsx'
import { Failure } from './failure.tsx'

/** The user's absence: its dates, the agent who replaces the user, and a note for colleagues. */
export function Absence() {
  const t = useMessages()
  const user = useUser()
  const [isAway, setAway] = useState(user.out_of_office)
  const [replacement, setReplacement] = useState<Option | undefined>(() =>
    replacementOf(user.out_of_office_replacement_id),
  )
  const { values, field } = useValues({
    out_of_office_start_at: user.out_of_office_start_at ?? '',
    out_of_office_end_at: user.out_of_office_end_at ?? '',
    out_of_office_text: textOf(user.preferences?.['out_of_office_text']),
  })
  const { isBusy, failure, errorOf, onSubmit } = useSubmit(async () => {
    const json = {
      out_of_office: isAway,
      out_of_office_start_at: values.out_of_office_start_at || null,
      out_of_office_end_at: values.out_of_office_end_at || null,
      out_of_office_text: values.out_of_office_text,
      out_of_office_replacement_id: replacement === undefined ? null : Number(replacement.id),
    }
    await client.request('PUT', 'users/out_of_office', { json })
    toasts.show({ icon: 'check', text: t('account.saved') })
  })
  return (
    <form onSubmit={onSubmit}>
      <Failure error={failure} />
      <Checkbox label={t('account.away')} isChecked={isAway} onChange={setAway} />
      <TextField
        {...field('out_of_office_start_at')}
        label={t('account.awayFrom')}
        type="date"
        error={errorOf('out_of_office_start_at')}
      />
      <TextField
        {...field('out_of_office_end_at')}
        label={t('account.awayUntil')}
        type="date"
        error={errorOf('out_of_office_end_at')}
      />
      <Combobox
        label={t('account.replacement')}
        source={findAgents}
        value={replacement}
        onChoose={setReplacement}
        onClear={() => setReplacement(undefined)}
        error={errorOf('out_of_office_replacement_id')}
      />
      <TextField {...field('out_of_office_text')} label={t('account.awayText')} help={t('account.awayTextHelp')} />
      <Button type="submit" look="primary" isBusy={isBusy}>
        {t('account.save')}
      </Button>
    </form>
  )
}

function replacementOf(id: number | null | undefined): Option | undefined {
  if (id === null || id === undefined) return undefined
  const user = client.users.cache.peek(id)
  return { id, name: user ? nameOf(user) : `#${id}` }
}

/** Finds agents whose name or address matches the typed text. */
async function findAgents(typed: string, signal: AbortSignal): Promise<Option[]> {
  const query = { query: typed.trim() || '*', permissions: 'ticket.agent', limit: 10 }
  const agents = await client.request<UserRecord[]>('GET', 'users/search', { query, signal })
  return agents.map((user) => ({ id: user.id, name: nameOf(user) }))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
