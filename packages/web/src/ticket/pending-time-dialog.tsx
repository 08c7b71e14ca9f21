import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { TextField } from '../components/field.tsx'
import { localTimeOf } from '../format/local-time.ts'
import { useFormats } from '../format/use-formats.ts'
import { useMessages } from '../messages/messages.tsx'
import { suggestionsAt } from './pending-time.ts'

interface PendingTimeDialogProps {
  state: string
  /** The current pending time. */
  time: string | null
  onClose: () => void
  /** @param time the new pending time, as ISO 8601. */
  onChoose: (time: string) => void
}

/** Asks for the pending time of a ticket. */
export function PendingTimeDialog({ state, time, onClose, onChoose }: PendingTimeDialogProps) {
  const t = useMessages()
  const field = useRef<HTMLInputElement>(null)
  const [now] = useState(() => new Date())
  const [isWrong, setWrong] = useState(false)
  const suggestions = suggestionsAt(now)
  const choose = (chosen: Date) => {
    onClose()
    onChoose(chosen.toISOString())
  }
  const save = () => {
    const entered = new Date(field.current?.value ?? '')
    if (entered.getTime() > Date.now()) choose(entered)
    else setWrong(true)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const foot = (
    <>
      <Button onClick={onClose}>{t('ticket.cancel')}</Button>
      <Button look="primary" onClick={save}>
        {t('ticket.save')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('ticket.pendingTitle', { state })} onClose={onClose} foot={foot}>
      <form className="pending-time" onSubmit={onSubmit}>
        <TextField
          ref={field}
          type="datetime-local"
          label={t('ticket.pendingTime')}
          defaultValue={localTimeOf(time === null ? (suggestions[0]?.at ?? now) : new Date(time))}
          error={isWrong ? t('ticket.pendingTimeWrong') : undefined}
          data-autofocus
          onKeyDown={submitOnEnter}
        />
        <Suggestions {...{ suggestions, now }} onChoose={choose} />
      </form>
    </Dialog>
  )
}

interface SuggestionsProps {
  suggestions: ReturnType<typeof suggestionsAt>
  now: Date
  onChoose: (at: Date) => void
}

function Suggestions({ suggestions, now, onChoose }: SuggestionsProps) {
  const t = useMessages()
  const formats = useFormats()
  return (
    <div className="suggestions">
      {suggestions.map(({ name, at }) => (
        <Button key={name} isSmall onClick={() => onChoose(at)}>
          {t(`ticket.${name}`, { time: formats.dayAndTime(at, now) })}
        </Button>
      ))}
    </div>
  )
}

/** Chromium does not submit a form by Enter in a field for dates. */
function submitOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
