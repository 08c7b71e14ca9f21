import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { toasts } from '../../components/toasts.ts'
import { useAttempt } from '../../components/use-attempt.ts'
import { client } from '../../state/client.ts'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import './delivery.css'

/** A delivery of an event to a webhook. */
export interface Delivery {
  readonly id: number
  readonly event: string
  readonly state: string
  readonly attempts: number
  /** The time of the last attempt, or of the next one while the delivery waits. */
  readonly due_at: string
  /** The HTTP status; null without a response. */
  readonly response_status: number | null
  readonly error: string | null
  /** Duration of the last attempt in milliseconds. */
  readonly duration: number | null
}

interface DeliveryWithBodies extends Delivery {
  readonly payload: string | null
  readonly response_body: string | null
}

interface DeliveryDialogProps {
  webhook: number
  id: number
  onClose: () => void
  onReplayed: () => void
}

/** The request and the response of a delivery, next to each other. */
export function DeliveryDialog({ webhook, id, onClose, onReplayed }: DeliveryDialogProps) {
  const a = useAdminTexts()
  const attempt = useAttempt()
  const path = `webhooks/${webhook}/deliveries/${id}`
  const view = client.live({
    key: `admin delivery ${webhook} ${id}`,
    load: () => client.request<DeliveryWithBodies>('GET', path),
    events: [],
  })
  const { value, error } = useLive(view)
  const replay = async () => {
    await client.request('POST', `${path}/replay`)
    toasts.show({ icon: 'check', seconds: 4, text: a('replayed') })
    onReplayed()
    onClose()
  }
  return (
    <Dialog
      title={value ? value.event : a('deliveries')}
      kind="wide"
      onClose={onClose}
      foot={
        <Button look="primary" onClick={() => attempt(replay())}>
          {a('send_again')}
        </Button>
      }
    >
      {error !== undefined && (
        <LoadError title={a('entry_failed')} error={error} onRetry={() => void view.refresh().catch(() => undefined)} />
      )}
      {value && (
        <div className="delivery">
          <section>
            <h3>{a('request')}</h3>
            <pre>{pretty(value.payload)}</pre>
          </section>
          <section>
            <h3>
              {a('answer')} {value.response_status}
            </h3>
            <pre>{value.response_body ?? value.error ?? a('no_answer')}</pre>
          </section>
        </div>
      )}
    </Dialog>
  )
}

/** Returns JSON with line breaks; other texts as they are. */
function pretty(text: string | null): string {
  try {
    return JSON.stringify(JSON.parse(text ?? ''), undefined, 2)
  } catch {
    return text ?? ''
  }
}
