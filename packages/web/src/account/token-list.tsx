import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Moment } from '../components/moment.tsx'
import { useMessages } from '../messages/messages.tsx'

/** An API token. Its secret is not stored by the service. */
export interface Token {
  readonly id: number
  readonly name: string | null
  readonly expires_at: string | null
  readonly last_used_at: string | null
}

interface TokenListProps {
  tokens: readonly Token[]
  onRevoke: (token: Token) => void
}

/** Tokens, each with a button that revokes it. */
export function TokenList({ tokens, onRevoke }: TokenListProps) {
  const t = useMessages()
  const [doomed, setDoomed] = useState<Token>()
  return (
    <>
      <ul className="account-list">
        {tokens.map((token) => (
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
            <Button look="danger" isSmall onClick={() => setDoomed(token)}>
              {t('account.revoke')}
            </Button>
          </li>
        ))}
      </ul>
      {doomed && (
        <RevokeDialog
          name={doomed.name ?? ''}
          onClose={() => setDoomed(undefined)}
          onRevoke={() => {
            setDoomed(undefined)
            onRevoke(doomed)
          }}
        />
      )}
    </>
  )
}

interface RevokeDialogProps {
  name: string
  onClose: () => void
  onRevoke: () => void
}

/** Asks before a token is revoked: programs that use it stop working at once, and it cannot be restored. */
function RevokeDialog({ name, onClose, onRevoke }: RevokeDialogProps) {
  const t = useMessages()
  return (
    <Dialog
      title={t('account.revokeTitle', { name })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('ticket.cancel')}</Button>
          <Button look="danger" data-autofocus onClick={onRevoke}>
            {t('account.revoke')}
          </Button>
        </>
      }
    >
      <p>{t('account.revokeHelp')}</p>
    </Dialog>
  )
}
