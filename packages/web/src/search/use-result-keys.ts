import { useKeys } from '../keys/use-keys.ts'

const results = () => [...document.querySelectorAll<HTMLElement>('.results a.result, a.result-query')]

/** Moves the focus to a result. */
export function focusResult(index: number): void {
  const list = results()
  list[Math.max(0, Math.min(index, list.length - 1))]?.focus()
}

/** Lets the arrow keys move the focus between results, and from the first one to the box. */
export function useResultKeys(): void {
  const move = (step: number) => () => {
    const list = results()
    const index = list.indexOf(document.activeElement as HTMLElement)
    if (list.length === 0) return false
    if (index + step < 0 && index === 0) return focusBox()
    return focusResult(index < 0 ? 0 : index + step)
  }
  useKeys('list', {
    down: move(1),
    up: move(-1),
    first: () => focusResult(0),
    last: () => focusResult(Infinity),
  })
  useKeys('everywhere', { search: focusBox })
}

const focusBox = () => document.querySelector<HTMLElement>('.query input')?.focus()
