import { useKeys } from '../keys/use-keys.ts'

const results = () => [...document.querySelectorAll<HTMLElement>('.results a.result, a.result-query')]

/** Moves the focus to a result. */
export function focusResult(index: number): void {
  const all = results()
  all[Math.max(0, Math.min(index, all.length - 1))]?.focus()
}

/** Lets arrow keys move the focus between results. Above the first of them is the box. */
export function useResultKeys(): void {
  const move = (step: number) => () => {
    const all = results()
    const index = all.indexOf(document.activeElement as HTMLElement)
    if (all.length === 0) return false
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
