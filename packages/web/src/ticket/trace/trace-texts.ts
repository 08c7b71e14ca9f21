import { lazyTexts } from '../../messages/lazy-texts.ts'
import type en from './texts/en.json'

export type TraceText = keyof typeof en

/** Returns the texts of the trace in the person's language. Suspends until they are loaded. */
export const useTraceTexts = lazyTexts<TraceText>({
  en: () => import('./texts/en.json'),
  de: () => import('./texts/de.json'),
})
