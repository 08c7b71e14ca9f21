import { type Token, TokenList } from '../../account/token-list.tsx'
import { client } from '../../state/client.ts'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'
import '../../account/account.css'

const tokensOf = (user: number) =>
  client.live({
    key: `admin tokens ${user}`,
    load: () => client.request<Token[]>('GET', `users/${user}/access_tokens`),
    // Tokens have no events.
    events: [],
  })

/** The API tokens of a person, which can be revoked. */
export function UserTokens({ id }: { id: number }) {
  const a = useAdminTexts()
  const view = tokensOf(id)
  const { value } = useLive(view)
  const revoke = async ({ id: token }: Token) => {
    await client.request('DELETE', `users/${id}/access_tokens/${token}`)
    await view.refresh()
  }
  return (
    <section>
      <h3>{a('tokens_title')}</h3>
      {value?.length === 0 && <p className="is-muted">{a('no_tokens')}</p>}
      <TokenList tokens={value ?? []} onRevoke={revoke} />
    </section>
  )
}
