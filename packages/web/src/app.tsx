import { RouterProvider } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { LoadError } from './components/empty.tsx'
import { type Language, languages } from './messages/languages.ts'
import { MessagesProvider, useMessages, type Vocabulary } from './messages/messages.tsx'
import { pickLanguage, storedLanguage, wantedLanguages } from './messages/pick-language.ts'
import { router } from './routes.tsx'
import { applyPreferences } from './state/appearance.ts'
import { loadSession } from './state/load-session.ts'
import { type Session, SessionProvider } from './state/session.tsx'
import { followSession } from './state/follow-session.ts'
import { sessionOver } from './state/session-over.ts'

interface LoadedTexts {
  readonly language: Language
  readonly vocabulary: Vocabulary
}

/** The page: loads the session and the texts of the user's language, then shows the screen of the address. */
export function App() {
  const [session, setSession] = useState<Session>()
  const [loadedTexts, setLoadedTexts] = useState<LoadedTexts>()
  const [failure, setFailure] = useState<Failure>()
  useEffect(() => {
    let signedIn: number | undefined
    let isShown = false
    const load = async () => {
      const now = await loadSession()
      if (!now.user && signedIn !== undefined) return leave()
      signedIn = now.user?.id
      setLoadedTexts(await textsOf(languageOf(now)))
      if (now.user) applyPreferences(now.user.preferences ?? {})
      setSession(now)
      isShown = true
      sessionOver.set(false)
    }
    const start = (): Promise<void> =>
      load().catch(async (error: unknown) => {
        if (isShown) return
        setLoadedTexts(await textsOf(usualLanguage()))
        setFailure({ error, retry: () => void start() })
      })
    void start()
    return followSession({ isSignedIn: () => signedIn !== undefined, load: () => void start() })
  }, [])
  // The screens that a user may open depend on the session.
  useEffect(() => {
    if (session) void router.invalidate()
  }, [session])
  const choose = useCallback((language: Language) => {
    localStorage.setItem(storedLanguage, language)
    void textsOf(language).then(setLoadedTexts)
  }, [])
  if (!loadedTexts) return null
  if (!session) {
    return (
      failure && (
        <MessagesProvider {...loadedTexts} onChoose={choose}>
          <NoSession {...failure} />
        </MessagesProvider>
      )
    )
  }
  return (
    <MessagesProvider {...loadedTexts} onChoose={choose}>
      <SessionProvider session={session}>
        {/* The key discards the state of all screens when another user signs in. */}
        <RouterProvider key={session.user?.id} router={router} context={{ session }} />
      </SessionProvider>
    </MessagesProvider>
  )
}

/**
 * Leads to the sign-in screen, which says that the user has signed out in another tab. As after a sign-out in this tab, no
 * data of the user remains in memory.
 */
function leave(): void {
  const { href } = router.buildLocation({
    to: '/sign-in',
    search: { to: router.state.location.href, isSignedOut: true },
  })
  location.assign(href)
}

interface Failure {
  readonly error: unknown
  readonly retry: () => void
}

/** Shown instead of the page if the session could not be loaded. */
function NoSession({ error, retry }: Failure) {
  const t = useMessages()
  return (
    <main>
      <h1 className="for-readers">Deskbell</h1>
      <LoadError title={t('shell.failed')} error={error} onRetry={retry} />
    </main>
  )
}

async function textsOf(language: Language): Promise<LoadedTexts> {
  const { load, refusals } = languages[language]
  const [texts, refused] = await Promise.all([load(), refusals()])
  document.documentElement.lang = language
  return { language, vocabulary: { texts: texts.default, refusals: refused.default } }
}

/** Returns the language of the page for a session. */
const languageOf = ({ user }: Session): Language => usualLanguage(user?.preferences?.['locale'])

/** Returns the language of the user's locale if there is one, otherwise the preferred language of this device. */
const usualLanguage = (locale?: unknown): Language =>
  pickLanguage(wantedLanguages(locale), Object.keys(languages) as Language[])
