import { useMessages } from '../messages/messages.tsx'
import { FieldRow } from './field-row.tsx'

interface NoteSectionProps {
  note: string | null
  /** Undefined if the note is read-only. */
  onSave: ((note: string) => Promise<void>) | undefined
}

/** The note about a person or an organization. */
export function NoteSection({ note, onSave }: NoteSectionProps) {
  const t = useMessages()
  return (
    <section>
      <h2>{t('person.note')}</h2>
      <dl className="properties is-note">
        <FieldRow isLong name={t('person.note')} value={note ?? ''} onSave={onSave} />
      </dl>
    </section>
  )
}
