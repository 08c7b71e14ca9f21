import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { type Formats, formatsOf } from './formats.ts'

/** Determined once, because it does not change while the page is open, and determining it is slow. */
const deviceZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the formats of the user: the language of the page, and the time zone of the account or else of the device. */
export function useFormats(): Formats {
  const { language } = useMessages()
  const accountZone = useSession().user?.preferences?.['timezone']
  const timeZone = typeof accountZone === 'string' && accountZone ? accountZone : deviceZone
  return formatsOf(localeOf(language, navigator.languages), timeZone)
}

/** Returns the language with the region that the browser prefers for it, because the way to write dates depends on it. */
const localeOf = (language: string, preferred: readonly string[]) =>
  preferred.find((tag) => tag.split('-')[0] === language) ?? language
