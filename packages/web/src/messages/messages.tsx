import { IntlMessageFormat } from 'intl-messageformat'
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { Language, RecordNames, TextName, Texts } from './languages.ts'
import { type Refusals, translator } from './refusals.ts'

type Values = Record<string, string | number | Date>
type RichValues = Record<string, ReactNode | Date | ((parts: ReactNode) => ReactNode)>

/** Functions that return the texts of a language by name. */
export interface Sentences<Name extends string> {
  /** Returns a text with values filled in. */
  (name: Name, values?: Values): string
  /** Returns a text whose values may be elements: the function `b` of the values renders `<b>` in the text. */
  rich: (name: Name, values: RichValues) => ReactNode
}

/** The texts that all screens share. */
export interface Messages extends Sentences<TextName> {
  readonly language: Language
  /** Translates the name of a state, priority, overview or macro that every desk begins with; returns other names as they are. */
  readonly recordName: (stored: string) => string
  /** Translates an error message of the service. */
  readonly refusal: (sentence: string) => string
  /** Switches the language of the page, and stores the choice on this device. */
  readonly choose: (language: Language) => void
}

/** A text in the form that the build generates: a string, or the parts of a text with values. */
type Text = ConstructorParameters<typeof IntlMessageFormat>[0]

/** Returns functions that fill values into the texts that `textOf` returns. */
export function sentencesOf<Name extends string>(language: Language, textOf: (name: Name) => Text): Sentences<Name> {
  const formats = new Map<Name, IntlMessageFormat>()
  const format = (name: Name, values?: Values | RichValues): unknown => {
    const text = textOf(name)
    if (typeof text === 'string') return text
    const cached = formats.get(name) ?? new IntlMessageFormat(text, language)
    formats.set(name, cached)
    return cached.format(values as Values)
  }
  const plain = (name: Name, values?: Values) => format(name, values) as string
  const rich = (name: Name, values: RichValues) => format(name, values) as ReactNode
  return Object.assign(plain, { rich })
}

/** The texts of a language, and its translations of what the service sends. */
export interface Vocabulary {
  readonly texts: Texts
  readonly refusals: Refusals
  readonly recordNames: RecordNames
}

/** Returns the texts of a language as `useMessages` provides them. */
export function messagesOf(
  language: Language,
  { texts, refusals, recordNames }: Vocabulary,
  choose: (language: Language) => void,
): Messages {
  const recordName = (stored: string) =>
    (Object.hasOwn(recordNames, stored) ? recordNames[stored] : undefined) ?? stored
  const sentences = sentencesOf<TextName>(language, (name) => {
    const [noun, key] = name.split('.') as [keyof Texts, string]
    return (texts[noun] as Record<string, string>)[key] ?? name
  })
  return Object.assign(sentences, { language, choose, recordName, refusal: translator(refusals) })
}

/** Returns records with their names in the user's language; see `Messages.recordName`. */
export const withTranslatedNames = <Named extends { readonly name: string }>(
  t: Messages,
  records: readonly Named[],
): readonly Named[] => records.map((record) => ({ ...record, name: t.recordName(record.name) }))

const MessagesContext = createContext<Messages | undefined>(undefined)

interface MessagesProviderProps {
  language: Language
  vocabulary: Vocabulary
  onChoose: (language: Language) => void
  children: ReactNode
}

export function MessagesProvider({ language, vocabulary, onChoose, children }: MessagesProviderProps) {
  const messages = useMemo(() => messagesOf(language, vocabulary, onChoose), [language, vocabulary, onChoose])
  return <MessagesContext value={messages}>{children}</MessagesContext>
}

/** Returns the texts of the user's language. */
export function useMessages(): Messages {
  const messages = use(MessagesContext)
  if (!messages) throw new Error('useMessages needs a MessagesProvider')
  return messages
}
