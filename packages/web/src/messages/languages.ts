import type en from './en.json'
import type { Refusals } from './refusals.ts'

/** Names of records that every desk begins with, by the stored name. */
export type RecordNames = Readonly<Record<string, string>>

/** The texts of a language: by noun (`session`), then by name (`signIn`). English defines the keys of all languages. */
export type Texts = typeof en

/** The name of a text: `session.signIn`. */
export type TextName = { [Noun in keyof Texts]: `${Noun}.${keyof Texts[Noun] & string}` }[keyof Texts]

/** Error messages that are written for programs, reworded for people. All others are shown unchanged. */
const plainEnglish: Refusals = {
  "Couldn't find {model} with '{name}'={value}": 'This no longer exists, or you may not see it.',
}

/** The files of a language. */
interface LanguageFiles {
  /** The name of the language in that language. */
  readonly name: string
  readonly load: () => Promise<{ default: Texts }>
  readonly refusals: () => Promise<{ default: Refusals }>
  readonly recordNames: () => Promise<{ default: RecordNames }>
}

/**
 * The languages of the web interface by language tag, such as `de`. A language is an entry here and three files: its texts, translations of the service's
 * error messages, and names of the records that every desk begins with.
 */
export const languages = {
  en: {
    name: 'English',
    load: () => import('./en.json'),
    refusals: () => Promise.resolve({ default: plainEnglish }),
    recordNames: () => Promise.resolve({ default: {} }),
  },
  de: {
    name: 'Deutsch',
    load: () => import('./de.json'),
    refusals: () => import('./refusals-de.json'),
    recordNames: () => import('./record-names-de.json'),
  },
} satisfies Record<string, LanguageFiles>

export type Language = keyof typeof languages
