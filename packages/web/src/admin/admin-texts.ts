import { use } from 'react'
import type { Language } from '../messages/languages.ts'
import { type Sentences, sentencesOf, useMessages } from '../messages/messages.tsx'
import type en from './texts/en.json'

/** The name of a text of the administration. Its texts are a file of their own, because few people open these screens. */
export type AdminText = keyof typeof en

type Texts = Readonly<Record<AdminText, string>>

const files: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import('./texts/en.json'),
  de: () => import('./texts/de.json'),
}

const loaded = new Map<Language, Promise<Sentences<AdminText>>>()

function load(language: Language): Promise<Sentences<AdminText>> {
  const known = loaded.get(language)
  if (known) return known
  const loading = files[language]().then(({ default: texts }) =>
    sentencesOf<AdminText>(language, (name) => texts[name]),
  )
  loaded.set(language, loading)
  // A screen that is opened again asks again.
  loading.catch(() => loaded.delete(language))
  return loading
}

/** Returns the texts of the administration in the person's language. Suspends until they are loaded. */
export const useAdminTexts = (): Sentences<AdminText> => use(load(useMessages().language))
