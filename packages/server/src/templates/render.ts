/** Fills the placeholders of a text with the values of a ticket. */
import { isZone } from '../kernel/zone.ts'
import { formatted, localTime } from './dates.ts'
import { type Expression, fillIn } from './placeholders.ts'
import { translated } from './translations.ts'
import { NoSuchValue, type Records, type Value, valueAt } from './values.ts'

/** The formatting of values. */
export interface Style {
  /** `html` escapes the values. */
  readonly as: 'html' | 'text'
  /** The language, such as `de-de`. */
  readonly locale: string
  /** The time zone of times. */
  readonly zone: string
}

/** Replaces the placeholders of a text. A placeholder without a value prints the reason: `#{ticket.x / no such method}`. */
export async function render(template: string, records: Records, style: Style): Promise<string> {
  const print = (value: string): string => (style.as === 'html' ? escapeHtml(value) : value)
  return fillIn(template, async (expression, source) => {
    try {
      return await evaluate(expression, records, style)
    } catch (failure) {
      if (failure instanceof NoSuchValue) return print(`#{${source} / ${failure.message}}`)
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
      const word = await evaluate(expression.of, records, { ...style, as: 'text' })
      return asText({ text: translated(word, style.locale) }, style)
    }
    case 'date': {
      const value = await valueAt(records, expression.path)
      if (!value || !('at' in value)) return asText(value, style)
      const { format, zone = style.zone } = expression
      return asText({ text: formatted(value.at, format, style.locale, isZone(zone) ? zone : style.zone) }, style)
    }
  }
}

function asText(value: Value | undefined, { as, locale, zone }: Style): string {
  if (value === undefined) return ''
  if ('html' in value) return as === 'html' ? value.html : value.html.replace(/<[^>]*>/g, '')
  const text = 'at' in value ? localTime(value.at, locale, zone) : value.text
  return as === 'html' ? escapeHtml(text).replaceAll('\n', '<br>') : text
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML, also inside of attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => escapes[char] as string)
