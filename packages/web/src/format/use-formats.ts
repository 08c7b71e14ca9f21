import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { type Formats, formatsOf } from './formats.ts'

/** Determined once, because it does not change while the page is open, and determining it is slow. */
const zoneOfMachine = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the formats of the user: the language of the page, and the time zone of the account or of the machine. */
export function useFormats(): Formats {
  const { language } = useMessages()
  const own = useSession().user?.preferences?.['timezone']
  const timeZone = typeof own === 'string' && own ? own : zoneOfMachine
  return formatsOf(localeOf(language, navigator.languages), timeZone)
}

/** The language with the region that the browser prefers for it: dates are written in the order of the region. */
const localeOf = (language: string, wanted: readonly string[]) =>
  wanted.find((tag) => tag.split('-')[0] === language) ?? language
