import { useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { Key } from '../components/key.tsx'
import { match } from '../components/matching.ts'
import type { TextName } from '../messages/languages.ts'
import { type Messages, useMessages } from '../messages/messages.tsx'
import { type ActiveShortcut, keyRegistry } from './registry.ts'
import type { Scope } from './table.ts'
import './keys.css'

/** The active shortcuts of the screen. The list is made from the table of keys, so it cannot differ from what works. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const [active] = useState(() => keyRegistry.active())
  const [typed, setTyped] = useState('')
  const shown = active.filter((shortcut) => match(typed, nameOf(t, shortcut)))
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
          <KeyGroup key={scope} scope={scope} active={shown.filter((shortcut) => shortcut.scope === scope)} />
        ))}
      </div>
    </Dialog>
  )
}

function KeyGroup({ scope, active }: { scope: Scope; active: readonly ActiveShortcut[] }) {
  const t = useMessages()
  return (
    <section>
      <h3>{t(`keys.in_${scope}`)}</h3>
      <dl>
        {active.map((shortcut) => (
          <div key={shortcut.name}>
            <dt>{nameOf(t, shortcut)}</dt>
            <dd>
              {shortcut.keys.map((keys) => (
                <Key key={keys} keys={keys} isAnnounced />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Returns the text of a shortcut. Names with a number, such as `overview3`, share one. */
const nameOf = (t: Messages, { name }: ActiveShortcut) =>
  t(`keys.${name.replace(/\d$/, '')}` as TextName, { number: Number(/\d$/.exec(name)?.[0] ?? 0) })
