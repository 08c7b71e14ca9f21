import { type ReactNode, useState } from 'react'
import { ConflictNotice } from '../components/conflict-notice.tsx'
import { EditedText } from '../components/edited-text.tsx'
import { sentenceOf } from '../components/sentence-of.ts'
import { Notice } from '../components/notice.tsx'
import { useMessages } from '../messages/messages.tsx'
import { RecordConflict } from './record-view.ts'
import './record.css'

interface FieldRowProps {
  name: string
  /** The value as text; empty if there is none. */
  value: string
  /** Saves the new value; rejects if the service refuses it. If `onSave` is missing, the value is read-only. */
  onSave?: ((value: string) => Promise<void>) | undefined
  isLong?: boolean
  type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'date'
}

/** A row with a name and a value that is editable in place. */
export function FieldRow({ name, onSave, ...field }: FieldRowProps) {
  const saving = useSaving(onSave)
  return (
    <Row {...{ name, saving }} value={field.value || '–'}>
      <EditedText name={name} {...field} onChange={onSave && ((text) => void saving.save(text, text || '–'))} />
    </Row>
  )
}

interface SavingState {
  readonly isSaving: boolean
  readonly error: unknown
  /** The value that could not be saved, as text. */
  readonly ours: string
}

const settled: SavingState = { isSaving: false, error: undefined, ours: '' }

/** The state of saving a field, and the reason for a failure. */
export interface Saving extends SavingState {
  readonly run: (save: () => Promise<void> | undefined, ours: string) => Promise<void>
  /** Hides the failure. */
  readonly dismiss: () => void
}

/** Saves a value, and keeps the reason for a failure. */
export function useSaving<Value>(onSave: ((value: Value) => Promise<void>) | undefined) {
  const [state, setState] = useState(settled)
  const run: Saving['run'] = async (save, ours) => {
    setState({ isSaving: true, error: undefined, ours })
    try {
      await save()
      setState(settled)
    } catch (error) {
      setState({ isSaving: false, error, ours })
    }
  }
  const save = (value: Value, ours: string) => run(() => onSave?.(value), ours)
  return { ...state, run, save, dismiss: () => setState(settled) }
}

interface RowProps {
  name: string
  /** The current value, as text. */
  value: string
  saving: Saving
  children: ReactNode
}

/** A row of a panel: its name, its value, and the reason if a change failed. */
export function Row({ name, value, saving, children }: RowProps) {
  const t = useMessages()
  const { isSaving, error, ours, run, dismiss } = saving
  return (
    <>
      <dt>{name}</dt>
      <dd aria-busy={isSaving || undefined}>{children}</dd>
      {error !== undefined && (
        <dd className="property-notice">
          {error instanceof RecordConflict ? (
            <ConflictNotice
              {...{ name, ours }}
              theirs={value}
              onUseOurs={() => void run(error.overwrite, ours)}
              onKeepTheirs={dismiss}
            />
          ) : (
            <Notice kind="error">{sentenceOf(t, error)}</Notice>
          )}
        </dd>
      )}
    </>
  )
}
