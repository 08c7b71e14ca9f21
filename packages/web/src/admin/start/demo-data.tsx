import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { useAttempt } from '../../components/use-attempt.ts'
import { client } from '../../state/client.ts'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'

const address = 'getting_started/demo_data'

const source = {
  key: 'admin demo data',
  load: () => client.request<{ counts: Readonly<Record<string, number>> }>('GET', address),
  events: [],
}

interface KeptRecord {
  readonly object: string
  readonly id: number
  readonly name: string
}

/** Adds or removes the demo data. Demo records that real records refer to are kept and listed. */
export function DemoData() {
  const a = useAdminTexts()
  const attempt = useAttempt()
  const view = client.live(source)
  const { value } = useLive(view)
  const [isBusy, setBusy] = useState(false)
  const [kept, setKept] = useState<readonly KeptRecord[]>([])
  if (!value) return null
  const hasDemoData = Object.keys(value.counts).length > 0
  const toggle = async () => {
    setBusy(true)
    try {
      const response = await client.request<{ kept?: KeptRecord[] }>(hasDemoData ? 'DELETE' : 'POST', address)
      setKept(response.kept ?? [])
      await view.refresh()
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {hasDemoData && <p role="status">{a('demo_there', { count: value.counts['ticket'] ?? 0 })}</p>}
      {kept.length > 0 && (
        <Notice kind="info">
          {a('demo_kept')} {kept.map(({ name }) => name).join(', ')}
        </Notice>
      )}
      <Button isBusy={isBusy} onClick={() => attempt(toggle())}>
        {a(hasDemoData ? 'demo_remove' : 'demo_add')}
      </Button>
    </>
  )
}
