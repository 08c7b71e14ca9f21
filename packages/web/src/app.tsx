import { RouterProvider } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { LoadError } from './components/load-error.tsx'
import { type Language, languages } from './messages/languages.ts'
import { MessagesProvider, useMessages, type Vocabulary } from './messages/messages.tsx'
import { languageKey, pickLanguage, preferredLanguages } from './messages/pick-language.ts'
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
    let userId: number | undefined
    let isShown = false
    const load = async () => {
      const loaded = await loadSession()
      if (!loaded.user && userId !== undefined) return goToSignIn()
      userId = loaded.user?.id
      setLoadedTexts(await textsOf(languageOf(loaded)))
      if (loaded.user) applyPreferences(loaded.user.preferences ?? {})
      setSession(loaded)
      isShown = true
      sessionOver.set(false)
    }
    const start = (): Promise<void> =>
      load().catch(async (error: unknown) => {
        // If the session of a shown page cannot be reloaded, the page stays as it is.
        if (isShown) return
        setLoadedTexts(await textsOf(preferredLanguage()))
        setFailure({ error, retry: () => void start() })
      })
    void start()
    return followSession({ isSignedIn: () => userId !== undefined, load: () => void start() })
  }, [])
  // The screens that a user may open depend on the session.
  useEffect(() => {
    if (session) void router.invalidate()
  }, [session])
  const chooseLanguage = useCallback((language: Language) => {
    localStorage.setItem(languageKey, language)
    void textsOf(language).then(setLoadedTexts)
  }, [])
  if (!loadedTexts) return null
  if (!session) {
    return (
      failure && (
        <MessagesProvider {...loadedTexts} onChoose={chooseLanguage}>
          <NoSession {...failure} />
        </MessagesProvider>
      )
    )
  }
  return (
    <MessagesProvider {...loadedTexts} onChoose={chooseLanguage}>
      <SessionProvider session={session}>
        {/* The key discards the state of all screens when another user signs in. */}
        <RouterProvider key={session.user?.id} router={router} context={{ session }} />
      </SessionProvider>
    </MessagesProvider>
  )
}

/**
 * Opens the sign-in screen, which says that the user has signed out in another tab. The document is loaded anew, as after a
 * sign-out in this tab, so that no data of the user remains in memory.
 */
function goToSignIn(): void {
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
  const { load, refusals, recordNames } = languages[language]
  const [texts, translations, names] = await Promise.all([load(), refusals(), recordNames()])
  document.documentElement.lang = language
  return { language, vocabulary: { texts: texts.default, refusals: translations.default, recordNames: names.default } }
}

/** Returns the language of the page for a session. */
const languageOf = ({ user }: Session): Language => preferredLanguage(user?.preferences?.['locale'])

/** Returns the language of the user's locale if there is one, otherwise the preferred language of this device. */
const preferredLanguage = (locale?: unknown): Language =>
  pickLanguage(preferredLanguages(locale), Object.keys(languages) as Language[])
