import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { Notice } from '../components/notice.tsx'
import { Icon } from '../icon/icon.tsx'
import type { TextName } from '../messages/languages.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { AuthLayout } from './auth-layout.tsx'
import { clearDoneSteps, readDoneSteps, writeDoneSteps } from './welcome-progress.ts'
import { AdminStep, DeskStep, GroupStep, type StepProps } from './welcome-steps.tsx'
import '../components/steps.css'

const steps = [
  { title: 'session.stepYou', Form: AdminStep },
  { title: 'session.stepDesk', Form: DeskStep },
  { title: 'session.stepGroup', Form: GroupStep },
] as const satisfies { title: TextName; Form: (props: StepProps) => ReactNode }[]

/** The screen of the first run; the service prints the link to it. Each step is saved before the next one opens. */
export function Welcome() {
  const t = useMessages()
  const { token = '' } = useSearch({ from: '/welcome' })
  const [summaries, setSummaries] = useState(readDoneSteps)
  const isValid = useTokenCheck(token)
  if (isValid === undefined) return null
  if (!isValid) {
    return (
      <AuthLayout title={t('session.welcome')}>
        <Notice kind="error">{t('session.welcomeExpired')}</Notice>
      </AuthLayout>
    )
  }
  const onDone = async (summary: string) => {
    const done = [...summaries, summary]
    writeDoneSteps(done)
    // With the new session, the screens are mounted again; this screen then continues with the second step.
    if (done.length === 1) await client.session.show()
    else if (done.length === steps.length) {
      clearDoneSteps()
      // Reloads the page, which then shows the new name of the desk. The administration lists the next steps.
      location.assign(new URL('admin/start', document.baseURI))
    } else setSummaries(done)
  }
  return (
    <AuthLayout title={t('session.welcome')} isWide>
      <ol className="steps">
        {steps.map(({ title, Form }, index) => (
          <li
            key={title}
            className={index < summaries.length ? 'is-done' : undefined}
            aria-current={index === summaries.length ? 'step' : undefined}
          >
            <h2>
              <span className="step-number number">{index < summaries.length ? <Icon name="check" /> : index + 1}</span>
              {t(title)}
            </h2>
            {index < summaries.length && <p dir="auto">{summaries[index]}</p>}
            {index === summaries.length && <Form token={token} onDone={onDone} />}
          </li>
        ))}
      </ol>
    </AuthLayout>
  )
}

/** Returns true if the link is still valid; undefined before the response. */
function useTokenCheck(token: string): boolean | undefined {
  const [hasBegun] = useState(() => readDoneSteps().length > 0)
  const [isValid, setValid] = useState<boolean | undefined>(hasBegun || undefined)
  useEffect(() => {
    if (hasBegun) return
    client.request<{ valid: boolean }>('POST', 'getting_started/token', { json: { token } }).then(
      ({ valid }) => setValid(valid),
      () => setValid(false),
    )
  }, [token, hasBegun])
  return isValid
}
