import { useState } from 'react'
import { savePreferences } from '../account/preferences.ts'
import { Avatar } from '../components/avatar.tsx'
import { Menu, MenuHeading, MenuItem, MenuLine, MenuLink } from '../components/menu.tsx'
import { useAttempt } from '../components/use-attempt.ts'
import { nameOf } from '../format/names.ts'
import { useMessages } from '../messages/messages.tsx'
import { useSession, useUser } from '../state/session.tsx'
import { signOut } from '../state/sign-out.ts'
import { showKeys } from './keys-help.ts'

type Theme = 'auto' | 'light' | 'dark'

/** The menu of the user: account, appearance, signing out. */
export function UserMenu() {
  const t = useMessages()
  const attempt = useAttempt()
  const user = useUser()
  const { may } = useSession()
  const [theme, setTheme] = useState<Theme>((document.documentElement.dataset['theme'] as Theme) ?? 'auto')
  const name = nameOf(user)
  const chooseTheme = (chosen: Theme) => {
    setTheme(chosen)
    attempt(savePreferences({ theme: chosen === 'auto' ? null : chosen }))
  }
  return (
    <Menu
      button={
        <button type="button" className="me" title={name}>
          <Avatar person={user} isAgent={may('ticket.agent')} size="large" />
          <span className="me-text">
            <span dir="auto">{name}</span>
            <small>{t(user.out_of_office ? 'shell.away' : 'shell.available')}</small>
            <span className="for-readers">{t('shell.me')}</span>
          </span>
        </button>
      }
    >
      <MenuLink to="/account" icon="user">
        {t('shell.account')}
      </MenuLink>
      <MenuItem icon="list" keys="?" onChoose={showKeys}>
        {t('shell.keys')}
      </MenuItem>
      <MenuLine />
      <MenuHeading>{t('shell.appearance')}</MenuHeading>
      {(['auto', 'light', 'dark'] as const).map((value) => (
        <MenuItem key={value} isChecked={theme === value} onChoose={() => chooseTheme(value)}>
          {t(`shell.theme_${value}`)}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem icon="left" onChoose={() => attempt(signOut())}>
        {t('session.signOut')}
      </MenuItem>
    </Menu>
  )
}
