import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { LoadError } from '../components/load-error.tsx'
import { TextField } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { useAttempt } from '../components/use-attempt.ts'
import { useSubmit } from '../components/use-submit.ts'
import { useValues } from '../components/use-values.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'
import { Failure } from './failure.tsx'
import { type Token, TokenList } from './token-list.tsx'

const tokens = {
  key: 'user_access_token',
  load: () => client.request<{ tokens: Token[] }>('GET', 'user_access_token'),
  // Tokens have no events.
  events: [],
}

/** The user's API tokens. The secret of a new one is shown once. */
export function Tokens() {
  const t = useMessages()
  const attempt = useAttempt()
  const view = client.live(tokens)
  const { value, error } = useLive(view)
  const [secret, setSecret] = useState<string>()
  const revoke = async ({ id }: Token) => {
    await client.request('DELETE', `user_access_token/${id}`)
    await view.refresh()
  }
  if (error !== undefined)
    return <LoadError title={t('account.tokens')} error={error} onRetry={() => void view.refresh()} />
  return (
    <>
      <p className="is-muted">{t('account.tokensHelp')}</p>
      {secret !== undefined && (
        <>
          <Notice>{t('account.tokenOnce')}</Notice>
          <code className="secret" tabIndex={-1} ref={(element) => element?.focus()}>
            {secret}
          </code>
        </>
      )}
      {value !== undefined && value.tokens.length > 0 && <TokenList tokens={value.tokens} onRevoke={revoke} />}
      {/* With another key, the form begins with empty fields. */}
      <NewToken
        key={secret}
        onCreate={(created) => {
          setSecret(created)
          attempt(view.refresh())
        }}
      />
    </>
  )
}

function NewToken({ onCreate }: { onCreate: (secret: string) => void }) {
  const t = useMessages()
  const { values, field } = useValues({ name: '', expires_at: '' })
  const { isBusy, failure, errorOf, onSubmit } = useSubmit(async () => {
    const { name, expires_at } = values
    const json = { name, ...(expires_at && { expires_at }) }
    const { token } = await client.request<{ token: string }>('POST', 'user_access_token', { json })
    onCreate(token)
  })
  return (
    <form onSubmit={onSubmit}>
      <Failure error={failure} />
      <TextField
        {...field('name')}
        label={t('account.tokenName')}
        help={t('account.tokenNameHelp')}
        error={errorOf('name')}
        required
      />
      <TextField {...field('expires_at')} label={t('account.tokenExpires')} type="date" error={errorOf('expires_at')} />
      <Button type="submit" isBusy={isBusy}>
        {t('account.makeToken')}
      </Button>
    </form>
  )
}
