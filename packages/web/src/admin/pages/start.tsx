import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../../icon/icon.tsx'
import { client } from '../../state/client.ts'
import { type AdminText, useAdminTexts } from '../admin-texts.ts'
import { LivePage } from '../records/live-page.tsx'
import { DemoData } from '../start/demo-data.tsx'
import { InviteForm } from '../start/invite-form.tsx'
import { loadProgress } from '../start/progress.ts'
import '../start/start.css'

const source = {
  key: 'admin start',
  load: loadProgress,
  events: ['user.*', 'group.*'],
}

/** The first steps of a new desk in order, with their state and links. Each can be skipped. */
export function Screen() {
  const a = useAdminTexts()
  return (
    <LivePage title={a('start_title')} view={client.live(source)} isNarrow>
      {(progress) => (
        <>
          <p className="is-muted">{a('start_help')}</p>
          <Steps progress={progress} />
          <Link className="button is-primary" to="/">
            {a('start_tickets')}
          </Link>
        </>
      )}
    </LivePage>
  )
}

function Steps({
  progress: { hasName, hasGroup, hasMail, agents, customers },
}: {
  progress: Awaited<ReturnType<typeof loadProgress>>
}) {
  return (
    <ol className="start-steps">
      <Step title="start_desk" isDone={hasName}>
        <StepLink to="settings" text="start_desk_link" />
      </Step>
      <Step title="start_groups" isDone={hasGroup}>
        <StepLink to="groups" text="start_groups_link" />
      </Step>
      <Step title="start_mail" isDone={hasMail}>
        <StepLink to="channels" text="start_mail_link" />
      </Step>
      <Step title="start_people" isDone={agents > 1}>
        <InviteForm />
      </Step>
      <Step title="start_import" isDone={customers > 0}>
        <StepLink to="imports" text="start_import_link" />
      </Step>
      <Step title="start_demo" isDone={false}>
        <DemoData />
      </Step>
    </ol>
  )
}

function Step({ title, isDone, children }: { title: AdminText; isDone: boolean; children: ReactNode }) {
  const a = useAdminTexts()
  return (
    <li className={isDone ? 'is-done' : undefined}>
      <h2>
        <Icon name={isDone ? 'check' : 'state-new'} />
        {a(title)}
        {isDone && <span className="for-readers">{a('start_done')}</span>}
      </h2>
      <p className="is-muted">{a(`${title}_help` as AdminText)}</p>
      {children}
    </li>
  )
}

function StepLink({ to, text }: { to: string; text: AdminText }) {
  const a = useAdminTexts()
  return (
    <Link className="link" to="/admin/$" params={{ _splat: to }}>
      {a(text)}
    </Link>
  )
}
