import type { ReactNode } from 'react'
import type { IconName } from '../icon/shapes.ts'

/**
 * A message that disappears by itself. Its information must be available elsewhere, too, unless it only offers an undo.
 */
export interface Toast {
  /** A toast with the key of another one replaces it. */
  readonly key?: string
  readonly icon?: IconName
  readonly isError?: boolean
  /** The message; it can show the remaining seconds. */
  readonly text: ReactNode | ((secondsLeft: number) => ReactNode)
  /** Seconds until it disappears. The countdown stops while the pointer or the focus is on it. */
  readonly seconds?: number
  /** Undoes the change that the toast reports. Ctrl+Z undoes the newest change. */
  readonly onUndo?: () => void
  /** A button in addition to Undo. */
  readonly action?: { readonly label: string; readonly onPress: () => void }
  /** Called when the time has passed or the toast was closed, to carry out a delayed action. */
  readonly onExpire?: () => void
}

/** A visible toast. */
export interface ShownToast extends Toast {
  readonly id: number
  readonly secondsLeft: number
  readonly isPaused: boolean
}

/** Seconds until a toast disappears, unless it states another time. */
export const DEFAULT_SECONDS = 10

/** Milliseconds between steps of the countdown. */
export const STEP = 250

let shown: readonly ShownToast[] = []
/** Changes that can be undone without a toast, the newest last. */
const offers = new Set<{ readonly id: number; readonly onUndo: () => void }>()
let lastId = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** The toasts of the page, the newest last. */
export const toasts = {
  /** Shows a toast. Returns a function that removes it without calling `onExpire`. */
  show(toast: Toast): () => void {
    const id = ++lastId
    const others = shown.filter(({ key }) => key === undefined || key !== toast.key)
    setShown([...others, { ...toast, id, secondsLeft: toast.seconds ?? DEFAULT_SECONDS, isPaused: false }])
    return () => setShown(shown.filter((other) => other.id !== id))
  },
  /**
   * Lets Ctrl+Z undo a change that is shown elsewhere, such as an unsent message. The returned function withdraws the
   * offer.
   */
  offerUndo(onUndo: () => void): () => void {
    const offer = { id: ++lastId, onUndo }
    offers.add(offer)
    return () => void offers.delete(offer)
  },
  /** Undoes the change of the toast with this id; without an id, the newest change. Returns false if there is none. */
  undo(id?: number): boolean {
    const toast = shown.findLast((other) => other.onUndo && (id === undefined || other.id === id))
    const offer = id === undefined ? [...offers].at(-1) : undefined
    if (offer && offer.id > (toast?.id ?? 0)) {
      offers.delete(offer)
      offer.onUndo()
      return true
    }
    if (!toast) return false
    setShown(shown.filter((other) => other !== toast))
    toast.onUndo?.()
    return true
  },
  /** Removes a toast as at the end of its countdown: `onExpire` is called. */
  expire(id: number): void {
    const toast = shown.find((other) => other.id === id)
    setShown(shown.filter((other) => other.id !== id))
    toast?.onExpire?.()
  },
  /** Stops or continues the countdown. */
  setPaused: (id: number, isPaused: boolean): void =>
    setShown(shown.map((toast) => (toast.id === id && toast.isPaused !== isPaused ? { ...toast, isPaused } : toast))),
  list: (): readonly ShownToast[] => shown,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

function setShown(next: readonly ShownToast[]): void {
  shown = next
  if (shown.length > 0) timer ??= setInterval(countDown, STEP)
  else {
    clearInterval(timer)
    timer = undefined
  }
  for (const listener of listeners) listener()
}

function countDown(): void {
  const running = shown.map((toast) =>
    toast.isPaused ? toast : { ...toast, secondsLeft: toast.secondsLeft - STEP / 1000 },
  )
  setShown(running)
  for (const { id, secondsLeft } of running) if (secondsLeft <= 0) toasts.expire(id)
}
