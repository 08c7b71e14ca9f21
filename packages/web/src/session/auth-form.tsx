import type { ReactNode } from 'react'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import type { Submit } from '../components/use-submit.ts'
import { type Messages, useMessages } from '../messages/messages.tsx'
import { requestFailure } from './failures.ts'

interface AuthFormProps {
  readonly submit: Submit
  /** Returns the reason why the last attempt failed. */
  readonly reason?: (t: Messages, failure: unknown) => string
  /** The label of the button. */
  readonly action: string
  /** Elements below the button. */
  readonly below?: ReactNode
  readonly children: ReactNode
}

/** A form for people who are not signed in: the error above the fields, one wide button below them. */
export function AuthForm({ submit, reason = requestFailure, action, below, children }: AuthFormProps) {
  const t = useMessages()
  return (
    <form onSubmit={submit.onSubmit}>
      {submit.failure !== undefined && <Notice kind="error">{reason(t, submit.failure)}</Notice>}
      {children}
      <Button type="submit" look="primary" isWide isBusy={submit.isBusy}>
        {action}
      </Button>
      {below}
    </form>
  )
}
