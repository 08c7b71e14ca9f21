/** Fills the placeholders of a text with the values of a ticket. */
import { isZone } from '../kernel/zone.ts'
import { safeHtmlToText } from '../text/html.ts'
import { formatTime, formatLocalTime } from './dates.ts'
import { type Expression, fillIn } from './placeholders.ts'
import { translate } from './translations.ts'
import { NoSuchValue, type Records, type Value, valueAt } from './values.ts'

/** The format of values. */
export interface Style {
  /** `html` escapes the values. */
  readonly output: 'html' | 'text'
  /** The language, such as `de-de`. */
  readonly locale: string
  /** The time zone of times. */
  readonly zone: string
}

/**
 * Replaces the placeholders of a text. An empty value becomes an empty text. A placeholder that names something unknown stays,
 * with the reason: `#{ticket.x / no such method}`.
 */
export async function render(template: string, records: Records, style: Style): Promise<string> {
  const format = (value: string): string => (style.output === 'html' ? escapeHtml(value) : value)
  return fillIn(template, async (expression, source) => {
    try {
      return await evaluate(expression, records, style)
    } catch (failure) {
      if (failure instanceof NoSuchValue) return format(`#{${source} / ${failure.message}}`)
      throw failure
    }
  })
}

async function evaluate(expression: Expression, records: Records, style: Style): Promise<string> {
  switch (expression.kind) {
    case 'text':
      return asText({ text: expression.text }, style)
    case 'path':
      return asText(await valueAt(records, expression.path), style)
    case 'translation': {
      const word = await evaluate(expression.argument, records, { ...style, output: 'text' })
      return asText({ text: translate(word, style.locale) }, style)
    }
    case 'date': {
      const value = await valueAt(records, expression.path)
      if (!value || !('time' in value)) return asText(value, style)
      const { format, zone = style.zone } = expression
      return asText({ text: formatTime(value.time, format, style.locale, isZone(zone) ? zone : style.zone) }, style)
    }
  }
}

function asText(value: Value | undefined, { output, locale, zone }: Style): string {
  if (value === undefined) return ''
  if ('html' in value) return output === 'html' ? value.html : safeHtmlToText(value.html)
  const text = 'time' in value ? formatLocalTime(value.time, locale, zone) : value.text
  return output === 'html' ? escapeHtml(text).replaceAll('\n', '<br>') : text
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML, also for attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => escapes[char] as string)
