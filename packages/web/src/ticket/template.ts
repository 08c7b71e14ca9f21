import type { DraftContent } from '../state/draft-types.ts'

/** A template of new tickets: values by names such as `ticket.group_id` and `article.body`. */
export interface Template {
  readonly id: number
  readonly name: string
  readonly active: boolean
  readonly options: { readonly [name: string]: TemplateValue | undefined }
}

interface TemplateValue {
  readonly value?: unknown
  /** `relative`: the value is a number of `range`s from now. */
  readonly operator?: string
  readonly range?: string
}

/** Returns the draft of a new ticket with the values of a template filled in. Other values stay. */
export function fillFrom({ options }: Template, writing: DraftContent, now: Date): DraftContent {
  const values = Object.entries(options).flatMap(([name, option]) => {
    const [object, key = ''] = name.split('.')
    return object === 'ticket' && option && !notValues.has(key) ? [[key, valueOf(key, option, now)] as const] : []
  })
  const body = options['article.body']?.value
  const attributes = senderTypes[String(options['ticket.formSenderType']?.value)]
  return {
    ...writing,
    ticket_attributes: { ...writing.ticket_attributes, ...Object.fromEntries(values) },
    new_article: { ...writing.new_article, ...(typeof body === 'string' && body !== '' && { body }), ...attributes },
  }
}

/** Keys of templates that are not attributes of tickets; `''` is the key of a name without a dot. */
const notValues = new Set(['formSenderType', 'article', ''])

/** The attributes of the first message by its kind in templates. */
const senderTypes: { readonly [sender: string]: { type: string; internal: false } | undefined } = {
  'phone-in': { type: 'phone', internal: false },
  'phone-out': { type: 'phone', internal: false },
  'email-out': { type: 'email', internal: false },
}

function valueOf(key: string, { value, operator, range = 'minute' }: TemplateValue, now: Date): unknown {
  if (operator === 'relative') return inFuture(now, Number(value), range)
  // Templates store ids as texts.
  return key.endsWith('_id') && typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
}

/** Minutes of the ranges with a fixed length. */
const minutes: { readonly [range: string]: number } = { minute: 1, hour: 60, day: 1440, week: 10_080 }

function inFuture(now: Date, count: number, range: string): string {
  const time = new Date(now)
  if (range === 'month') time.setMonth(time.getMonth() + count)
  else if (range === 'year') time.setFullYear(time.getFullYear() + count)
  else time.setTime(time.getTime() + count * (minutes[range] ?? 1) * 60_000)
  return time.toISOString()
}
