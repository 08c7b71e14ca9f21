import { lazyTexts } from '../../messages/lazy-texts.ts'
import type en from './texts/en.json'

export type TraceText = keyof typeof en

/** Returns the texts of the trace in the user's language. Suspends until they are loaded. */
export const useTraceTexts = lazyTexts<TraceText>({
  en: () => import('./texts/en.json'),
  de: () => import('./texts/de.json'),
})

/** The texts for the events of a ticket, by their type. */
export const eventTexts: Readonly<Record<string, TraceText>> = {
  create: 'event_create',
  update: 'event_update',
  'update.merged_into': 'event_merged',
  'update.received_merge': 'event_merged',
  job: 'event_job',
  reminder_reached: 'event_reminder_reached',
  escalation: 'event_escalation',
  escalation_warning: 'event_escalation_warning',
}

export type TraceTexts = ReturnType<typeof useTraceTexts>

const attributes = [
  'group_id',
  'owner_id',
  'customer_id',
  'organization_id',
  'state_id',
  'priority_id',
  'title',
  'number',
  'tags',
  'pending_time',
  'created_at',
  'updated_at',
] as const

/** Returns the name of an attribute of tickets; for an unknown attribute, its key. */
export function attributeName(trace: TraceTexts, key: string): string {
  const attribute = attributes.find((name) => name === key)
  return attribute ? trace(`a_${attribute}`) : key
}
