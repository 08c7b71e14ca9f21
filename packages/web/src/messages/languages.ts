import type en from './en.json'
import type { Refusals } from './refusals.ts'

/** The texts of a language: by noun (`session`), then by name (`signIn`). English defines the keys of all languages. */
export type Texts = typeof en

/** The name of a text: `session.signIn`. */
export type TextName = { [Noun in keyof Texts]: `${Noun}.${keyof Texts[Noun] & string}` }[keyof Texts]

/** Error messages that are written for programs, reworded for people. All others are shown unchanged. */
const plainEnglish: Refusals = {
  "Couldn't find {model} with '{name}'={value}": 'This no longer exists, or you may not see it.',
}

/**
 * The languages of the page by tag, with their own names. A language is a line here and two files: its texts, and
 * translations of the service's error messages.
 */
export const languages = {
  en: { name: 'English', load: () => import('./en.json'), refusals: () => Promise.resolve({ default: plainEnglish }) },
  de: { name: 'Deutsch', load: () => import('./de.json'), refusals: () => import('./refusals-de.json') },
} satisfies Record<
  string,
  { name: string; load: () => Promise<{ default: Texts }>; refusals: () => Promise<{ default: Refusals }> }
>

export type Language = keyof typeof languages
