import { use } from 'react'
import type { Language } from './languages.ts'
import { type Sentences, sentencesOf, useMessages } from './messages.tsx'

type Files<Name extends string> = Record<Language, () => Promise<{ default: Readonly<Record<Name, string>> }>>

/**
 * Returns a hook for rarely needed texts, which have files of their own. The hook returns them in the user's language,
 * and suspends until they are loaded.
 */
export function lazyTexts<Name extends string>(files: Files<Name>): () => Sentences<Name> {
  const loaded = new Map<Language, Promise<Sentences<Name>>>()
  const load = (language: Language): Promise<Sentences<Name>> => {
    const cached = loaded.get(language)
    if (cached) return cached
    const loading = files[language]().then(({ default: texts }) => sentencesOf<Name>(language, (name) => texts[name]))
    loaded.set(language, loading)
    // A failed import is repeated when the screen is opened again.
    loading.catch(() => loaded.delete(language))
    return loading
  }
  return () => use(load(useMessages().language))
}
