import type en from './en.json'

/** The texts of a language: by noun, then by name. English is the form that all languages have. */
export type Texts = typeof en

/** The name of a text: `session.signIn`. */
export type TextName = { [Noun in keyof Texts]: `${Noun}.${keyof Texts[Noun] & string}` }[keyof Texts]

/** The languages of the page by their tag, with their own names. A language is one file and one line here. */
export const languages = {
  en: { name: 'English', load: () => import('./en.json') },
  de: { name: 'Deutsch', load: () => import('./de.json') },
} satisfies Record<string, { name: string; load: () => Promise<{ default: Texts }> }>

export type Language = keyof typeof languages
