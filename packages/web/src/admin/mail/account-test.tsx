import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { sentenceOf } from '../../components/sentence-of.ts'
import { Notice } from '../../components/notice.tsx'
import { useMessages } from '../../messages/messages.tsx'
import { client } from '../../state/client.ts'
import { useAdminTexts } from '../admin-texts.ts'
import type { Direction, Options, ProbeResponse, ProbeResult } from './account.ts'

interface AccountTestProps {
  /** The id of the stored account, whose secrets replace masked ones; undefined for a new account. */
  id: number | undefined
  options: { readonly [direction in Direction]?: Options }
  onResult: (response: ProbeResponse) => void
  look?: 'plain' | 'primary'
}

interface Outcome {
  /** The tested options. The result is not shown for options that have changed since. */
  readonly tested: string
  readonly response?: ProbeResponse
  readonly error?: unknown
}

/** A button that tests the options of an account without saving them. */
export function AccountTest({ id, options, onResult, look = 'plain' }: AccountTestProps) {
  const a = useAdminTexts()
  const t = useMessages()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const json = JSON.stringify(options)
  const test = async () => {
    setBusy(true)
    try {
      const address = id === undefined ? 'channels/test' : `channels/${id}/test`
      const response = await client.request<ProbeResponse>('POST', address, { json: options })
      setOutcome({ tested: json, response })
      onResult(response)
    } catch (error) {
      setOutcome({ tested: json, error })
    } finally {
      setBusy(false)
    }
  }
  const { response, error } = outcome?.tested === json ? outcome : {}
  return (
    <div className="mail-test">
      <Button look={look} isSmall={look === 'plain'} isBusy={isBusy} onClick={() => void test()}>
        {a(isBusy ? 'mail_testing' : 'mail_test')}
      </Button>
      {error !== undefined && <Notice kind="error">{sentenceOf(t, error)}</Notice>}
      {response?.inbound && <Result direction="inbound" options={options.inbound} result={response.inbound} />}
      {response?.outbound && <Result direction="outbound" options={options.outbound} result={response.outbound} />}
    </div>
  )
}

interface ResultProps {
  direction: Direction
  options: Options | undefined
  result: ProbeResult
}

function Result({ direction, options, result: { ok, error, messages, unread } }: ResultProps) {
  const a = useAdminTexts()
  if ((options?.['adapter'] ?? 'none') === 'none') return null
  const name = a(`mail_${direction}`)
  if (!ok) return <Notice kind="error">{a('mail_test_failed', { name, error: error ?? '' })}</Notice>
  if (direction === 'outbound') return <Notice kind="good">{a('mail_test_out')}</Notice>
  if (messages === null) return <Notice kind="good">{a('mail_test_listener')}</Notice>
  return <Notice kind="good">{a('mail_test_in', { messages, unread: unread ?? 0 })}</Notice>
}
