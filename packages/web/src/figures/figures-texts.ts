import { lazyTexts } from '../messages/lazy-texts.ts'
import type { Sentences } from '../messages/messages.tsx'
import type en from './texts/en.json'

/** The name of a text for figures. */
export type FiguresText = keyof typeof en

export type FiguresTexts = Sentences<FiguresText>

/** Returns the texts for figures in the user's language. Suspends until they are loaded. */
export const useFiguresTexts = lazyTexts<FiguresText>({
  en: () => import('./texts/en.json'),
  de: () => import('./texts/de.json'),
})
