import { type FormEvent, useId, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { sentenceOf } from '../components/sentence-of.ts'
import { useMessages } from '../messages/messages.tsx'

interface NameViewDialogProps {
  title: string
  /** The initial name. */
  name?: string
  /** Saves the name. Its error is shown below the field. */
  onSave: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks for the name of a saved view. */
export function NameViewDialog({ title, name: initialName = '', onSave, onClose }: NameViewDialogProps) {
  const t = useMessages()
  const id = useId()
  const [name, setName] = useState(initialName)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    setBusy(true)
    try {
      await onSave(name.trim())
      onClose()
    } catch (error) {
      setError(sentenceOf(t, error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isBusy={isBusy}
      foot={
        <Button look="primary" type="submit" form={id} isBusy={isBusy}>
          {t('overview.save')}
        </Button>
      }
    >
      <form id={id} onSubmit={(event) => void save(event)}>
        <div className="field">
          <label htmlFor={`${id}-name`}>{t('overview.viewName')}</label>
          <input
            id={`${id}-name`}
            className="input"
            value={name}
            maxLength={250}
            required
            aria-describedby={`${id}-help`}
            aria-invalid={error !== undefined || undefined}
            onChange={(event) => setName(event.target.value)}
          />
          <p id={`${id}-help`} className="help" role={error === undefined ? undefined : 'alert'}>
            {error ?? t('overview.viewNameHelp')}
          </p>
        </div>
      </form>
    </Dialog>
  )
}
