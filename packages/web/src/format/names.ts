/** The attributes that form the name of a person; a user record has all of them. */
export interface Named {
  readonly id: number
  readonly fullname?: string | null | undefined
  readonly firstname?: string | null | undefined
  readonly lastname?: string | null | undefined
  readonly email?: string | null | undefined
  readonly login?: string | null | undefined
}

/** Returns the name of a person; without one, the e-mail address, the login or the id. */
export function nameOf(person: Named): string {
  const parts = [person.firstname, person.lastname].filter(Boolean).join(' ')
  return parts || person.fullname || person.email || person.login || String(person.id)
}

/** Returns the initials for an avatar: the first letters of the first and of the last word. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._@-]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => firstLetter(word ?? ''))
  return letters.join('').toLocaleUpperCase()
}

/** The first letter with its accents, in any script. */
const firstLetter = (word: string) => [...new Intl.Segmenter().segment(word)][0]?.segment ?? ''

/** Degrees between the hues of adjacent ids: the golden angle, whose multiples are spread evenly. */
const GOLDEN_ANGLE = 137.508

/** Returns the hue of an avatar in degrees. Adjacent ids get very different hues. */
export const hueOf = (id: number): number => Math.round((id * GOLDEN_ANGLE) % 360)

/** Maximum number of characters of a file extension, with its dot. */
const MAX_EXTENSION = 8

/** Splits the name of a file before its extension, so that a long name can be cut without hiding the extension. */
export function splitFileName(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.')
  if (dot <= 0 || name.length - dot > MAX_EXTENSION) return { stem: name, extension: '' }
  return { stem: name.slice(0, dot), extension: name.slice(dot) }
}
