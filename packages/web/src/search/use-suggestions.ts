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
  readonly resourceOf: (name: string) => Resource
  readonly isOpen: boolean
}

/**
 * Returns suggestions at the caret: after a letter, fields and the recent searches that begin with the text; after a field,
 * its values; in an empty box, the recent searches.
 */
export function useSuggestions({ text, caret, kind, resourceOf, isOpen }: SuggestionOptions): Suggestions {
  const context = contextAt(text, caret)
  const fields = useFieldOptions(context, kind, resourceOf)
  const recent = useRecentOptions()
  const field = context.kind === 'value' ? context.field : undefined
  const entered = useLatest({ text, caret })
  // The service reads the whole text and the caret. A ref provides them, because the source must keep its identity.
  const source = useMemo(
    () => (field === undefined ? none : (_: string, signal: AbortSignal) => findValues(kind, entered.current, signal)),
    [field, kind, entered],
  )
  const values = useFoundOptions(source, context.typed, isOpen)
  if (text.trim() === '') return { context, options: recent }
  if (context.kind === 'field')
    return { context, options: [...fields, ...recent.filter(({ name }) => name.startsWith(text))] }
  const isTypedInFull = values.options.length === 1 && values.options[0]?.name === context.typed
  return { context, options: isTypedInFull ? none : values.options }
}

const none: readonly Option[] = []

function useFieldOptions(
  { kind: contextKind, typed }: CaretContext,
  kind: Kind,
  resourceOf: SuggestionOptions['resourceOf'],
): readonly Option[] {
  const t = useMessages()
  if (contextKind !== 'field') return none
  const usual = usualFields[kind]
  const paths = usual.map(({ path }) => path)
  return fieldsFor(typed, kinds[kind].resource, paths, resourceOf).map((path) => {
    const usualField = usual.find((field) => field.path === path)
    return {
      id: `field ${path}`,
      name: `${path}:`,
      help: usualField && t(usualField.help),
      mark: createElement(Icon, { name: usualField?.icon ?? 'filter' }),
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
