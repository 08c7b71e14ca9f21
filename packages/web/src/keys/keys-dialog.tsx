import { useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { Key } from '../components/key.tsx'
import { match } from '../components/matching.ts'
import type { TextName } from '../messages/languages.ts'
import { type Messages, useMessages } from '../messages/messages.tsx'
import { type ActiveKey, keyRegistry } from './registry.ts'
import type { Scope } from './table.ts'
import './keys.css'

/** The active shortcuts of the screen. The list is made from the table of keys, so it cannot differ from what works. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const [active] = useState(() => keyRegistry.active())
  const [typed, setTyped] = useState('')
  const shown = active.filter((key) => match(typed, nameOf(t, key)))
  const scopes = [...new Set(shown.map(({ scope }) => scope))]
  return (
    <Dialog title={t('keys.title')} kind="wide" onClose={onClose}>
      <p className="keys-help">{t('keys.help')}</p>
      <input
        className="input"
        type="search"
        aria-label={t('keys.find')}
        placeholder={t('keys.find')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="keys-scopes">
        {scopes.map((scope) => (
          <KeyGroup key={scope} scope={scope} active={shown.filter((key) => key.scope === scope)} />
        ))}
      </div>
    </Dialog>
  )
}

function KeyGroup({ scope, active }: { scope: Scope; active: readonly ActiveKey[] }) {
  const t = useMessages()
  return (
    <section>
      <h3>{t(`keys.in_${scope}`)}</h3>
      <dl>
        {active.map((key) => (
          <div key={key.name}>
            <dt>{nameOf(t, key)}</dt>
            <dd>
              {key.keys.map((keys) => (
                <Key key={keys} keys={keys} isRead />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Names with a number, such as `overview3`, share a text. */
const nameOf = (t: Messages, { name }: ActiveKey) =>
  t(`keys.${name.replace(/\d$/, '')}` as TextName, { number: Number(/\d$/.exec(name)?.[0] ?? 0) })
