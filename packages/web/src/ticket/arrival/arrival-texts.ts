import type { Language } from '../../messages/languages.ts'
import { lazyTexts } from '../../messages/lazy-texts.ts'
import { type Refusals, translator } from '../../messages/refusals.ts'
import german from './texts/decisions-de.json' with { type: 'json' }
import type en from './texts/en.json'

/** Returns the texts about the arrival of a message in the user's language. Suspends until they are loaded. */
export const useArrivalTexts = lazyTexts<keyof typeof en>({
  en: () => import('./texts/en.json'),
  de: () => import('./texts/de.json'),
})

/** The decisions of the service in other languages, by the English sentence. */
const decisions: Readonly<Record<Language, Refusals>> = { en: {}, de: german }

/** Returns a function that translates a decision of the service. */
export const decisionTranslator = (language: Language): ((sentence: string) => string) =>
  translator(decisions[language])
