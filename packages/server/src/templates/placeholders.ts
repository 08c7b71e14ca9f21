/**
 * Parses placeholders such as `#{ticket.title}` in texts that administrators write. The caller supplies a function that
 * reads the values.
 */

/** The expression of a placeholder. */
export type Expression =
  | { readonly kind: 'path'; readonly path: string }
  /** `t(...)`: a value or a text, translated. */
  | { readonly kind: 'translation'; readonly argument: Expression }
  /** `dt(...)`: a time with a format and a zone. */
  | { readonly kind: 'date'; readonly path: string; readonly format: string; readonly zone: string | undefined }
  | { readonly kind: 'text'; readonly text: string }

/** A text or a placeholder of a template. */
type Part = string | { readonly source: string; readonly expression: Expression }

/** Returns the text that replaces a placeholder. `source` is the text between its braces. */
export type ReadValue = (expression: Expression, source: string) => string | Promise<string>

/** Replaces the placeholders of a template. `\#{...}` becomes `#{...}`. */
export async function fillIn(template: string, read: ReadValue): Promise<string> {
  if (!template.includes('#{')) return template
  const texts: string[] = []
  for (const part of partsOf(template)) {
    texts.push(typeof part === 'string' ? part : await read(part.expression, part.source))
  }
  return texts.join('')
}

/** Matches a placeholder. It contains no braces, so that a text with many opening braces is parsed in linear time. */
const PLACEHOLDER = /(\\?)#\{([^{}]{1,500})\}/g

function partsOf(template: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of template.matchAll(PLACEHOLDER)) {
    const [placeholder, escape, inside = ''] = match
    const source = withoutMarkup(inside)
    parts.push(template.slice(end, match.index))
    parts.push(escape === '' ? { source, expression: expressionOf(source) } : placeholder.slice(1))
    end = match.index + placeholder.length
  }
  return [...parts, template.slice(end)]
}

/** Removes the tags and entities that HTML editors insert into placeholders. */
const withoutMarkup = (inside: string): string =>
  inside
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/&#0?39;/g, "'")
    .trim()

function expressionOf(source: string): Expression {
  const quoted = /^(["'])(.*)\1$/s.exec(source)
  if (quoted) return { kind: 'text', text: quoted[2] ?? '' }
  const translated = /^t\((.*)\)$/s.exec(source)
  if (translated) return { kind: 'translation', argument: expressionOf((translated[1] ?? '').trim()) }
  const date = /^dt\(\s*([\w.]+)\s*(?:,\s*(["'])(.*?)\2\s*)?(?:,\s*(["'])(.*?)\4\s*)?\)$/s.exec(source)
  if (date) return { kind: 'date', path: date[1] ?? '', format: date[3] ?? '%Y-%m-%d %H:%M:%S', zone: date[5] }
  return { kind: 'path', path: source }
}
