import { type CaretContext, contextAt, type Resource } from '@deskbell/contract'
import { createElement, useMemo, useState } from 'react'
import type { Option } from '../components/option-list.tsx'
import { useFoundOptions } from '../components/use-found-options.ts'
import { useLatest } from '../components/use-latest.ts'
import { useFormats } from '../format/use-formats.ts'
import { useNow } from '../format/now.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useUser } from '../state/session.tsx'
import { fieldsFor } from './field-names.ts'
import type { Kind } from './address.ts'
import { kinds } from './kinds.ts'
import { recentSearches } from './recent-searches.ts'
import { usualFields } from './usual-fields.ts'
import { findValues } from './value-source.ts'

/** The suggestions at the caret. */
export interface Suggestions {
  readonly context: CaretContext
  readonly options: readonly Option[]
}

interface SuggestionOptions {
  readonly text: string
  readonly caret: number
  readonly kind: Kind
  /** Returns a resource by its name, with custom fields. */
  readonly at: (name: string) => Resource
  readonly isOpen: boolean
}

/** Returns suggestions at the caret: fields after a letter, values after a field, recent searches in an empty box. */
export function useSuggestions({ text, caret, kind, at, isOpen }: SuggestionOptions): Suggestions {
  const context = contextAt(text, caret)
  const fields = useFieldOptions(context, kind, at)
  const recent = useRecentOptions()
  const field = context.kind === 'value' ? context.field : undefined
  const written = useLatest({ text, caret })
  const source = useMemo(
    () => (field === undefined ? none : (_: string, signal: AbortSignal) => findValues(kind, written.current, signal)),
    [field, kind, written],
  )
  const values = useFoundOptions(source, context.typed, isOpen)
  if (text.trim() === '') return { context, options: recent }
  if (context.kind === 'field')
    return { context, options: [...fields, ...recent.filter(({ name }) => name.startsWith(text))] }
  const isTaken = values.options.length === 1 && values.options[0]?.name === context.typed
  return { context, options: isTaken ? none : values.options }
}

const none: readonly Option[] = []

function useFieldOptions(
  { kind: place, typed }: CaretContext,
  kind: Kind,
  at: SuggestionOptions['at'],
): readonly Option[] {
  const t = useMessages()
  if (place !== 'field') return none
  const usual = usualFields[kind]
  const paths = usual.map(({ path }) => path)
  return fieldsFor(typed, kinds[kind].resource, paths, at).map((path) => {
    const known = usual.find((one) => one.path === path)
    return {
      id: `field ${path}`,
      name: `${path}:`,
      help: known && t(known.help),
      mark: createElement(Icon, { name: known?.icon ?? 'filter' }),
      group: t('search.fields'),
    }
  })
}

/** The recent searches, read when the screen opens. */
function useRecentOptions(): readonly Option[] {
  const t = useMessages()
  const formats = useFormats()
  const now = useNow()
  const { id } = useUser()
  const [recent] = useState(() => recentSearches(id))
  return recent.map(({ query, kind, count, at }) => ({
    id: `recent ${kind} ${query}`,
    name: query,
    help: t('search.recentHelp', { count, kind, moment: formats.moment(new Date(at), now) }),
    mark: createElement(Icon, { name: 'history' }),
    group: t('search.recent'),
  }))
}
