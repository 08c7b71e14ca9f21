import { HttpError } from '@deskbell/client'
import { type SubmitEvent, useState } from 'react'

/** What a form knows of its last submit. */
export interface Submit {
  readonly isBusy: boolean
  /** Why the last submit failed. */
  readonly failure: unknown
  /** What the service says is wrong with a field, by its name in the request. */
  readonly wrong: (path: string) => string | undefined
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
}

/** Runs what a form does. It runs once at a time; its failure stays until the next submit. */
export function useSubmit(action: () => Promise<unknown>): Submit {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const run = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await action()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return {
    isBusy,
    failure,
    wrong: (path) => detailOf(failure, path),
    onSubmit: (event) => {
      event.preventDefault()
      if (!isBusy) void run()
    },
  }
}

/** Returns what an error of the service says about a part of the request. */
function detailOf(failure: unknown, path: string): string | undefined {
  if (!(failure instanceof HttpError)) return undefined
  const { details } = (failure.body ?? {}) as { details?: { path: string; message: string }[] }
  return details?.find((detail) => detail.path === path)?.message
}
