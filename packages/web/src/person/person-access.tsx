import type { GroupRecord, UserRecord } from '@deskbell/client'
import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { TextField } from '../components/field.tsx'
import { toasts } from '../components/toasts.ts'
import { useAttempt } from '../components/use-attempt.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useSession } from '../state/session.tsx'
import { useLive } from '../state/use-live.ts'
import { ChoiceRow } from './choice-row.tsx'
import { recordView, saveRecord } from './record-view.ts'
import { rolesSource } from './roles.ts'

/** The roles, access to groups, and sign-in of a person, shown only to administrators of users. */
export function PersonAccess({ person }: { person: UserRecord }) {
  const t = useMessages()
  const { may } = useSession()
  if (!may('admin.user')) return null
  return (
    <section>
      <h2>{t('person.access')}</h2>
      <dl className="properties">
        <Roles person={person} />
        {may('admin.group') && <Groups person={person} />}
      </dl>
      <Unlock person={person} />
      <PasswordLink id={person.id} />
    </section>
  )
}

const groupsSource = {
  key: 'groups to choose',
  load: () => client.request<GroupRecord[]>('GET', 'groups?per_page=1000'),
  events: ['group.*'],
}

function Roles({ person }: { person: UserRecord }) {
  const t = useMessages()
  const roles = useLive(client.live(rolesSource)).value ?? []
  const chosen = person.role_ids ?? []
  return (
    <ChoiceRow
      name={t('person.roles')}
      options={roles.filter(({ active, id }) => active || chosen.includes(id))}
      chosen={chosen}
      isMultiple
      onSave={(role_ids) => saveRecord('users', person, { role_ids })}
    />
  )
}

/** Levels of access to a group, as the service names them. */
const allLevels = ['read', 'create', 'change', 'overview', 'full'] as const

function Groups({ person }: { person: UserRecord }) {
  const t = useMessages()
  const groups = useLive(client.live(groupsSource)).value ?? []
  const levelsByGroup = person.group_ids ?? {}
  return groups
    .filter(({ active, id }) => active || levelsByGroup[id])
    .map(({ id, name }) => (
      <ChoiceRow
        key={id}
        {...{ name }}
        options={allLevels.map((level) => ({ id: level, name: t(`person.level_${level}`) }))}
        chosen={levelsByGroup[id] ?? []}
        isMultiple
        onSave={(chosen) =>
          saveRecord('users', person, {
            group_ids: { ...levelsByGroup, [id]: normalizeLevels(chosen, levelsByGroup[id]) },
          })
        }
      />
    ))
}

/** Full access includes the other levels: choosing it removes them, and choosing another removes it. */
function normalizeLevels(
  chosen: readonly (number | string)[],
  before: readonly string[] = [],
): readonly (number | string)[] {
  if (!chosen.includes('full')) return chosen
  return before.includes('full') ? chosen.filter((level) => level !== 'full' || chosen.length === 1) : ['full']
}

/** Shows the number of wrong passwords since the last sign-in, and a button that unlocks the account. */
export function Unlock({ person }: { person: UserRecord }) {
  const t = useMessages()
  const attempt = useAttempt()
  if (person.login_failed === 0) return null
  const unlock = async () => {
    await client.request('PUT', `users/unlock/${person.id}`)
    await recordView('users', person.id).refresh()
    toasts.show({ icon: 'check', text: t('person.unlocked') })
  }
  return (
    <div className="record-action">
      <p className="is-muted">{t('person.failedLogins', { count: person.login_failed })}</p>
      <Button isSmall icon="lock" onClick={() => attempt(unlock())}>
        {t('person.unlock')}
      </Button>
    </div>
  )
}

/** Creates a link with which the person sets a new password. It is shown once. */
export function PasswordLink({ id }: { id: number }) {
  const t = useMessages()
  const attempt = useAttempt()
  const [link, setLink] = useState<string>()
  const createLink = async () => {
    const { url } = await client.request<{ url: string }>('POST', `users/${id}/password_reset`)
    // The path is relative to the address of the service, which may have a path of its own.
    setLink(new URL(url.replace(/^\//, ''), document.baseURI).href)
  }
  const copy = async () => {
    await navigator.clipboard.writeText(link ?? '')
    toasts.show({ icon: 'check', text: t('person.copied') })
  }
  if (link === undefined) {
    return (
      <Button isSmall icon="link" onClick={() => attempt(createLink())}>
        {t('person.makeLink')}
      </Button>
    )
  }
  return (
    <div className="record-action">
      <TextField
        label={t('person.passwordLink')}
        help={t('person.passwordLinkHelp')}
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <Button isSmall onClick={() => attempt(copy())}>
        {t('person.copy')}
      </Button>
    </div>
  )
}
