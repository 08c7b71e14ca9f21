import { match } from './matching.ts'

/** A name with its matching letters in bold. */
export function Matched({ typed, name }: { typed: string; name: string }) {
  const parts = match(typed, name)?.parts ?? [name]
  // The parts have no identity other than their position.
  // eslint-disable-next-line react/no-array-index-key
  return <>{parts.map((part, index) => (index % 2 === 0 ? part : <b key={index}>{part}</b>))}</>
}
