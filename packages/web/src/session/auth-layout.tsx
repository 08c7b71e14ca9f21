import type { ReactNode } from 'react'
import { Button } from '../components/button.tsx'
import { classes } from '../components/classes.ts'
import { Icon } from '../icon/icon.tsx'
import { type Language, languages } from '../messages/languages.ts'
import { useMessages } from '../messages/messages.tsx'
import './auth-layout.css'

interface AuthLayoutProps {
  title: string
  help?: string
  isWide?: boolean
  children: ReactNode
}

/** The layout of the screens before signing in: one centered column, with a choice of language below it. */
export function AuthLayout({ title, help, isWide, children }: AuthLayoutProps) {
  return (
    <main className="auth">
      <div className={classes('auth-card', isWide && 'is-wide')}>
        <div className="auth-head">
          <span className="brand-mark">
            <Icon name="desk-bell" />
          </span>
          <div>
            <h1 dir="auto">{title}</h1>
            {help !== undefined && <p>{help}</p>}
          </div>
        </div>
        {children}
      </div>
      <LanguageChoice />
    </main>
  )
}

/** The names of the languages, each in its own. The choice is stored on this device. */
function LanguageChoice() {
  const { language, choose } = useMessages()
  return (
    <footer className="auth-foot">
      {(Object.keys(languages) as Language[]).map((tag) =>
        tag === language ? (
          <span key={tag}>{languages[tag].name}</span>
        ) : (
          <Button key={tag} look="quiet" isSmall lang={tag} onClick={() => choose(tag)}>
            {languages[tag].name}
          </Button>
        ),
      )}
    </footer>
  )
}
