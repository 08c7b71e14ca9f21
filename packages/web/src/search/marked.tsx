import { type ExcerptPart, type Highlight, partsOf } from './excerpt.ts'

interface MarkedProps {
  text: string
  highlights: readonly Highlight[] | undefined
  field: string
}

/** The text of a field with its matches marked. The excerpt of a short field is the whole field. */
export function Marked({ text, highlights, field }: MarkedProps) {
  const excerpts = highlights?.filter((highlight) => highlight.field === field).map(partsOf) ?? []
  const whole = excerpts.find((parts) => parts.map((part) => part.text).join('') === text)
  return (
    <bdi>
      <MarkedParts parts={whole ?? [{ text, isMatch: false }]} />
    </bdi>
  )
}

/** Parts of a text, the matches marked. */
export const MarkedParts = ({ parts }: { parts: readonly ExcerptPart[] }) =>
  parts.map(({ text, isMatch }, index) =>
    // A part has no identity other than its position.
    // eslint-disable-next-line react/no-array-index-key
    isMatch ? <mark key={index}>{text}</mark> : text,
  )
