import { lazyTexts } from '../../messages/lazy-texts.ts'
import type en from './texts/en.json'

export type TraceText = keyof typeof en

/** Returns the texts of the trace in the person's language. Suspends until they are loaded. */
export const useTraceTexts = lazyTexts<TraceText>({
  en: () => import('./texts/en.json'),
  de: () => import('./texts/de.json'),
})

/** What happened to a ticket, by the type of the event. */
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
