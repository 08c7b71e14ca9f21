import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { ErrorPlace } from '../components/empty.tsx'
import { TextField } from '../components/field.tsx'
import { Moment } from '../components/moment.tsx'
import { Notice } from '../components/notice.tsx'
import { useAttempt } from '../components/use-attempt.ts'
import { useSubmit } from '../components/use-submit.ts'
import { useValues } from '../components/use-values.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'
import { Failure } from './failure.tsx'
import { focusTitle } from './focus-title.ts'

interface Token {
  readonly id: number
  readonly name: string | null
  readonly expires_at: string | null
  readonly last_used_at: string | null
}

const tokens = {
  key: 'user_access_token',
  load: () => client.request<{ tokens: Token[] }>('GET', 'user_access_token'),
  // Tokens have no events.
  events: [],
}

/** The person's API tokens. The secret of a new one is shown once. */
export function Tokens() {
  const t = useMessages()
  const attempt = useAttempt()
  const view = client.live(tokens)
  const { value, error } = useLive(view)
  const [secret, setSecret] = useState<string>()
  const revoke = async ({ id }: Token) => {
    await client.request('DELETE', `user_access_token/${id}`)
    await view.refresh()
    focusTitle()
  }
  if (error !== undefined)
    return <ErrorPlace title={t('account.tokens')} error={error} onRetry={() => void view.refresh()} />
  return (
    <>
      <p className="is-muted">{t('account.tokensHelp')}</p>
      {secret !== undefined && (
        <>
          <Notice>{t('account.tokenOnce')}</Notice>
          <code className="secret">{secret}</code>
        </>
      )}
      {value !== undefined && value.tokens.length > 0 && (
        <ul className="account-list">
          {value.tokens.map((token) => (
            <li key={token.id}>
              <span>
                <b dir="auto">{token.name}</b>
                <small>
                  {token.last_used_at === null ? (
                    t('account.neverUsed')
                  ) : (
                    <>
                      {t('account.lastUsed')} <Moment at={token.last_used_at} />
                    </>
                  )}
                </small>
              </span>
              <Button look="danger" isSmall onClick={() => attempt(revoke(token))}>
                {t('account.revoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <NewToken
        onMade={(made) => {
          setSecret(made)
          attempt(view.refresh())
        }}
      />
    </>
  )
}

function NewToken({ onMade }: { onMade: (secret: string) => void }) {
  const t = useMessages()
  const { values, field } = useValues({ name: '', expires_at: '' })
  const { isBusy, failure, wrong, onSubmit } = useSubmit(async () => {
    const { name, expires_at } = values
    const json = { name, ...(expires_at && { expires_at }) }
    onMade((await client.request<{ token: string }>('POST', 'user_access_token', { json })).token)
  })
  return (
    <form onSubmit={onSubmit}>
      <Failure error={failure} />
      <TextField
        {...field('name')}
        label={t('account.tokenName')}
        help={t('account.tokenNameHelp')}
        wrong={wrong('name')}
        required
      />
      <TextField {...field('expires_at')} label={t('account.tokenExpires')} type="date" wrong={wrong('expires_at')} />
      <Button type="submit" isBusy={isBusy}>
        {t('account.makeToken')}
      </Button>
    </form>
  )
}
