import { HttpError } from '@deskbell/client'
import type { SubmitEvent } from 'react'
import { useMessages } from '../messages/messages.tsx'
import { useAction } from './use-action.ts'

/** An error that the page itself finds in a field, before it sends the form. */
export class FieldError extends Error {
  /** The name of the field. */
  readonly path: string

  /** @param message a sentence in the language of the page. */
  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}

/** The state of the last submit of a form. */
export interface Submit {
  readonly isBusy: boolean
  /** The error of the last submit. */
  readonly failure: unknown
  /** Returns the error about a field, by its name in the request. */
  readonly errorOf: (path: string) => string | undefined
  /** True if a field, or a part of it, has an error. */
  readonly hasErrorIn: (path: string) => boolean
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
}

/** Runs the action of a form, one submit at a time. A failure is kept until the next submit. */
export function useSubmit(action: () => Promise<unknown>): Submit {
  const t = useMessages()
  const { isBusy, failure, run } = useAction(action)
  return {
    isBusy,
    failure,
    errorOf: (path) => {
      const detail = detailsOf(failure).find((other) => other.path === path)
      return detail && t.refusal(detail.message)
    },
    hasErrorIn: (path) =>
      detailsOf(failure).some((detail) => detail.path === path || detail.path.startsWith(`${path}.`)),
    onSubmit: (event) => {
      event.preventDefault()
      if (!isBusy) void run()
    },
  }
}

/** Returns the errors about parts of the request. */
function detailsOf(failure: unknown): readonly { readonly path: string; readonly message: string }[] {
  if (failure instanceof FieldError) return [failure]
  if (!(failure instanceof HttpError)) return []
  const { details = [] } = (failure.body ?? {}) as { details?: { path: string; message: string }[] }
  return details
}
