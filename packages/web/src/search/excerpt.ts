/** A match of a query in a field of a record, as the service sends it. */
export interface Highlight {
  /** The path of the field: `title`, `article.body`. */
  readonly field: string
  readonly article_id?: number
  /** The excerpt, escaped for HTML. */
  readonly text: string
  /** Start and end of the matches in `text`. */
  readonly marks: readonly (readonly [number, number])[]
}

/** A part of an excerpt. */
export interface ExcerptPart {
  readonly text: string
  readonly isMatch: boolean
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const unescaped = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? '')

/** Splits an excerpt at its matches. Line breaks become spaces, and each `>` that begins a quoted line is removed. */
export function partsOf({ text, marks }: Pick<Highlight, 'text' | 'marks'>): readonly ExcerptPart[] {
  const parts: ExcerptPart[] = []
  let offset = 0
  const add = (end: number, isMatch: boolean) => {
    const plain = unescaped(text.slice(offset, end))
    const line = isMatch ? plain : plain.replaceAll(/\n[>\s]*/g, ' ')
    if (line !== '') parts.push({ text: line, isMatch })
    offset = end
  }
  for (const [start, end] of marks) {
    add(start, false)
    add(end, true)
  }
  add(text.length, false)
  return parts
}

/** Fields that are visible in the result itself, as text or as an icon. A match in them needs no excerpt. */
const shownFields = /^(?:title|number|fullname|name|(?:state|priority)(?:\..*)?)$/

/**
 * Returns the match that best explains why a record was found: preferably one in a text. Matches in fields that the
 * result shows are ignored.
 */
export function bestExcerpt(highlights: readonly Highlight[]): Highlight | undefined {
  const hidden = highlights.filter(({ field }) => !shownFields.test(field))
  return hidden.toSorted((a, b) => rankOf(a) - rankOf(b))[0]
}

const preferredFields = ['article.body', 'article.attachment.title', 'tags']

/** Preferred fields have a rank each; all others come after them. */
function rankOf({ field }: Highlight): number {
  const index = preferredFields.indexOf(field)
  return index < 0 ? preferredFields.length : index
}
