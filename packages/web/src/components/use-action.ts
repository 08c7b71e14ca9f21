import { useState } from 'react'

/** The state of the last run of an action. */
export interface ActionState<Args extends readonly unknown[]> {
  readonly isBusy: boolean
  /** The error of the last run; undefined if it succeeded or while the next one runs. */
  readonly failure: unknown
  readonly run: (...args: Args) => Promise<void>
}

/** Returns the state of an action that takes time, and the function that runs it. */
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
