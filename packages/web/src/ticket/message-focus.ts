/** Moves the focus to the next or the previous message of a thread; without a focused message, to the last visible one. */
export function stepThroughMessages(scroller: HTMLElement | null, step: 1 | -1): void {
  if (!scroller) return
  const entries = [...scroller.querySelectorAll<HTMLElement>('.entry')]
  const focused = entries.findIndex((entry) => entry.contains(document.activeElement))
  const target = focused >= 0 ? entries[focused + step] : lastVisibleEntry(scroller, entries)
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'nearest' })
}

/** Moves the focus to a message. */
export function focusMessage(articleId: number): void {
  const entry = document.getElementById(`article-${articleId}`)
  entry?.focus({ preventScroll: true })
  entry?.scrollIntoView({ block: 'nearest' })
}

function lastVisibleEntry(scroller: HTMLElement, entries: readonly HTMLElement[]): HTMLElement | undefined {
  const { top, bottom } = scroller.getBoundingClientRect()
  return entries.findLast((entry) => {
    const box = entry.getBoundingClientRect()
    return box.top < bottom && box.bottom > top
  })
}

/** Opens or closes the quoted texts and signatures of the message that has the focus; without one, of all messages. */
export function toggleFolded(scroller: HTMLElement | null): void {
  if (!scroller) return
  const focused = document.activeElement?.closest('.entry')
  const entries = focused ? [focused] : [...scroller.querySelectorAll('.entry')]
  const folded = entries.flatMap((entry) => [...entry.querySelectorAll('details'), ...foldedInFrames(entry)])
  const opens = folded.some((details) => !details.open)
  for (const details of folded) details.open = opens
}

const foldedInFrames = (entry: Element): HTMLDetailsElement[] =>
  [...entry.querySelectorAll('iframe')].flatMap((frame) => [
    ...(frame.contentDocument?.querySelectorAll('details') ?? []),
  ])
