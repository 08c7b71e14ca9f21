import { lazyTexts } from '../messages/lazy-texts.ts'
import type en from './texts/en.json'

/** The name of a text of the administration. The texts have a file of their own, because few people see them. */
export type AdminText = keyof typeof en

/** Returns the texts of the administration in the user's language. Suspends until they are loaded. */
export const useAdminTexts = lazyTexts<AdminText>({
  en: () => import('./texts/en.json'),
  de: () => import('./texts/de.json'),
})
