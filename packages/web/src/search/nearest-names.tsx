import { Fragment } from 'react'
import { useFormats } from '../format/use-formats.ts'
import { useMessages } from '../messages/messages.tsx'

interface NearestNamesProps {
  names: readonly string[]
  onChoose: (name: string) => void
}

/** Offers the names that were probably meant, as buttons. */
export function NearestNames({ names, onChoose }: NearestNamesProps) {
  const t = useMessages()
  if (names.length === 0) return null
  return <small>{t.rich('search.nearest', { names: <Names names={names} onChoose={onChoose} /> })}</small>
}

/** Names as buttons, joined like a list in the user's language. */
function Names({ names, onChoose }: NearestNamesProps) {
  const { locale } = useFormats()
  const parts = new Intl.ListFormat(locale, { type: 'disjunction' }).formatToParts(names)
  return parts.map(({ type, value }) =>
    type === 'element' ? (
      <button key={value} type="button" className="link" onClick={() => onChoose(value)}>
        {value}
      </button>
    ) : (
      <Fragment key={value}>{value}</Fragment>
    ),
  )
}
