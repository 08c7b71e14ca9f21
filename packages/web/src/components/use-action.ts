import { useState } from 'react'

/** The state of the last run of an action. */
export interface ActionState<Args extends readonly unknown[]> {
  readonly isBusy: boolean
  /** The error of the last run; kept until the next one. */
  readonly failure: unknown
  readonly run: (...args: Args) => Promise<void>
}

/** Runs an action that takes time, and keeps its failure. */
export function useAction<Args extends readonly unknown[]>(
  action: (...args: Args) => Promise<unknown>,
): ActionState<Args> {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const run = async (...args: Args) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await action(...args)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, run }
}
