import { Fragment, useState } from 'react'
import { useMessages } from '../messages/messages.tsx'
import { type Recipient, recipientsIn } from './recipients.ts'

/** Maximum number of named recipients; the others are counted. */
const MAX_NAMED = 2

/** The line with the recipients of a message. */
export function RecipientsLine({ to, cc }: { to: string | null; cc: string | null }) {
  const t = useMessages()
  const [showsAll, setShowsAll] = useState(false)
  const recipients = recipientsIn(to)
  const copies = recipientsIn(cc)
  const count = recipients.length + copies.length
  if (count === 0) return null
  // A single further recipient is named, because "1 more" would hardly be shorter.
  const isCut = !showsAll && count > MAX_NAMED + 1
  const named = isCut ? recipients.slice(0, MAX_NAMED) : recipients
  const namedCopies = isCut ? copies.slice(0, MAX_NAMED - named.length) : copies
  const rest = count - named.length - namedCopies.length
  return (
    <p className="entry-to">
      {named.length > 0 && t.rich('article.to', { names: <Names key="to" of={named} /> })}
      {named.length > 0 && namedCopies.length > 0 && ', '}
      {namedCopies.length > 0 && t.rich('article.cc', { names: <Names key="cc" of={namedCopies} /> })}
      {rest > 0 && (
        <>
          {' '}
          <button type="button" className="text-button" onClick={() => setShowsAll(true)}>
            {t('article.moreRecipients', { count: rest })}
          </button>
        </>
      )}
    </p>
  )
}

const Names = ({ of }: { of: readonly Recipient[] }) =>
  of.map(({ name, address }, index) => (
    <Fragment key={address}>
      {index > 0 && ', '}
      <bdi title={address}>{name}</bdi>
    </Fragment>
  ))
