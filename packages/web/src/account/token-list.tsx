import { useEffect, useState } from 'react'
import { Button } from '../components/button.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { Moment } from '../components/moment.tsx'
import { useMessages } from '../messages/messages.tsx'
import { focusTitle } from './focus-title.ts'

/** An API token. Its secret is not stored by the service. */
export interface Token {
  readonly id: number
  readonly name: string | null
  readonly expires_at: string | null
  readonly last_used_at: string | null
}

interface TokenListProps {
  tokens: readonly Token[]
  onRevoke: (token: Token) => Promise<unknown>
}

/** Tokens, each with a button that revokes it. */
export function TokenList({ tokens, onRevoke }: TokenListProps) {
  const t = useMessages()
  const [toRevoke, setToRevoke] = useState<Token>()
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
            <Button look="danger" isSmall onClick={() => setToRevoke(token)}>
              {t('account.revoke')}
            </Button>
          </li>
        ))}
      </ul>
      {toRevoke && (
        <RevokeDialog token={toRevoke} onConfirm={() => onRevoke(toRevoke)} onClose={() => setToRevoke(undefined)} />
      )}
    </>
  )
}

interface RevokeDialogProps {
  token: Token
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks before a token is revoked: programs that use it stop working at once, and it cannot be restored. */
function RevokeDialog({ token, ...dialog }: RevokeDialogProps) {
  const t = useMessages()
  // The closed dialog returns the focus to the button, which has disappeared with the token.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusTitle()
    },
    [],
  )
  return (
    <ConfirmDialog
      title={t('account.revokeTitle', { name: token.name ?? '' })}
      action={t('account.revoke')}
      {...dialog}
    >
      <p>{t('account.revokeHelp')}</p>
    </ConfirmDialog>
  )
}
