import { IntlMessageFormat } from 'intl-messageformat'
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { Language, TextName, Texts } from './languages.ts'

type Values = Record<string, string | number | Date>
type RichValues = Record<string, ReactNode | Date | ((parts: ReactNode) => ReactNode)>

/** The texts of a language as sentences. */
export interface Messages {
  readonly language: Language
  /** Shows the page in another language, and keeps the choice on this device. */
  readonly choose: (language: Language) => void
  /** Returns a text with its values. */
  (name: TextName, values?: Values): string
  /** Returns a text whose values may be elements: `<b>` in a text is written by the function `b` of the values. */
  rich: (name: TextName, values: RichValues) => ReactNode
}

/** Makes sentences from the texts of a language. A text is parsed once, when it is first shown. */
export function messagesOf(language: Language, texts: Texts, choose: (language: Language) => void): Messages {
  const parsed = new Map<TextName, IntlMessageFormat>()
  const textNamed = (name: TextName): IntlMessageFormat => {
    const known = parsed.get(name)
    if (known) return known
    const [noun, key] = name.split('.') as [keyof Texts, string]
    const text = new IntlMessageFormat((texts[noun] as Record<string, string>)[key] ?? name, language)
    parsed.set(name, text)
    return text
  }
  const say = (name: TextName, values?: Values) => textNamed(name).format(values) as string
  const rich = (name: TextName, values: RichValues) => textNamed(name).format(values as never) as ReactNode
  return Object.assign(say, { language, choose, rich })
}

const Current = createContext<Messages | undefined>(undefined)

interface MessagesProviderProps {
  language: Language
  texts: Texts
  onChoose: (language: Language) => void
  children: ReactNode
}

export function MessagesProvider({ language, texts, onChoose, children }: MessagesProviderProps) {
  const messages = useMemo(() => messagesOf(language, texts, onChoose), [language, texts, onChoose])
  return <Current value={messages}>{children}</Current>
}

/** Returns the texts of the person's language. */
export function useMessages(): Messages {
  const messages = use(Current)
  if (!messages) throw new Error('useMessages needs a MessagesProvider')
  return messages
}
