import { Fragment } from 'react'
import { Folded } from './folded.tsx'
import { type Fold, partsOf, piecesOf } from './plain-text.ts'

/** A message of plain text. */
export function PlainMail({ body, folds }: { body: string; folds?: readonly Fold[] | undefined }) {
  return partsOf(body, folds).map(({ kind, text, lines }, index) => {
    const content = <TextWithLinks text={text} />
    const key = `${index} ${kind}`
    if (kind === 'text') {
      return (
        <p key={key} className="plain-text" dir="auto">
          {content}
        </p>
      )
    }
    return (
      <Folded key={key} kind={kind} lines={lines}>
        <span className="plain-text">{content}</span>
      </Folded>
    )
  })
}

const TextWithLinks = ({ text }: { text: string }) =>
  piecesOf(text).map((piece, index) => {
    const key = `${index}`
    if (typeof piece === 'string') return <Fragment key={key}>{piece}</Fragment>
    return (
      <a key={key} className="link" href={piece.href} target="_blank" rel="noreferrer noopener nofollow">
        {piece.text}
      </a>
    )
  })
