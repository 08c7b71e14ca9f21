import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { sentenceOf } from '../../components/sentence-of.ts'
import { Notice } from '../../components/notice.tsx'
import { PageBar } from '../../components/page-bar.tsx'
import { toasts } from '../../components/toasts.ts'
import { type Submit, useSubmit } from '../../components/use-submit.ts'
import { Icon } from '../../icon/icon.tsx'
import { useMessages } from '../../messages/messages.tsx'
import { useAdminTexts } from '../admin-texts.ts'
import { LeaveGuard } from '../records/leave-guard.tsx'
import { AddressStep, GroupStep, ServerStep } from './wizard-steps.tsx'
import { otherProvider } from './providers.ts'
import { type CreatedRecords, type NewAccount, saveAccount } from './new-account.ts'
import '../../components/steps.css'
import './mail.css'

const emptyAccount: NewAccount = {
  sender: '',
  email: '',
  provider: otherProvider,
  inbound: {},
  outbound: {},
  group_id: null,
  isSender: true,
  signature_id: null,
}

/** Adds a mail account in three steps: address, servers with a test, and the group of new tickets. */
export function AccountWizard() {
  const a = useAdminTexts()
  const navigate = useNavigate()
  const created = useRef<CreatedRecords>({})
  const isSaved = useRef(false)
  const [account, setAccount] = useState(emptyAccount)
  const [folders, setFolders] = useState<readonly string[]>([])
  const [step, setStep] = useState(0)
  const set = (changes: Partial<NewAccount>) => setAccount({ ...account, ...changes })
  const submit = useSubmit(async () => {
    const id = await saveAccount(account, created.current)
    isSaved.current = true
    toasts.show({ key: 'saved', icon: 'check', seconds: 4, text: a('saved', { name: account.email }) })
    await navigate({ to: '/admin/$', params: { _splat: `channels/${id}` } })
  })
  const props = { account, set, submit }
  return (
    <>
      <PageBar title={a('channels_create')} before={<BackLink />} />
      <div className="table-side">
        <ol className="steps mail-steps">
          <Step
            index={0}
            openStep={step}
            title="mail_step_address"
            summary={summaryOf(account)}
            onOpen={() => setStep(0)}
          >
            <AddressStep {...props} onDone={() => setStep(1)} />
          </Step>
          <Step
            index={1}
            openStep={step}
            title="mail_step_servers"
            summary={serversOf(account)}
            onOpen={() => setStep(1)}
          >
            <ServerStep {...props} onFolders={setFolders} onDone={() => setStep(2)} />
          </Step>
          <Step index={2} openStep={step} title="mail_step_group" summary="" onOpen={() => setStep(2)}>
            <Failure submit={submit} />
            <GroupStep {...props} folders={folders} />
          </Step>
        </ol>
      </div>
      <LeaveGuard isDirty={() => account.email !== '' && !isSaved.current} />
    </>
  )
}

const summaryOf = ({ sender, email }: NewAccount): string => `${sender} <${email}>`

const serversOf = ({ inbound, outbound }: NewAccount): string =>
  [inbound, outbound].flatMap(({ adapter, host }) => (adapter === 'none' ? [] : [String(host)])).join(', ')

function BackLink() {
  const a = useAdminTexts()
  return (
    <Link
      className="button is-quiet is-icon"
      to="/admin/$"
      params={{ _splat: 'channels' }}
      aria-label={a('mail_back')}
      title={a('mail_back')}
    >
      <Icon name="left" isDirectional />
    </Link>
  )
}

interface StepFrameProps {
  index: number
  /** The index of the open step. */
  openStep: number
  title: 'mail_step_address' | 'mail_step_servers' | 'mail_step_group'
  /** The choices of the step, shown once it is done. */
  summary: string
  onOpen: () => void
  children: ReactNode
}

/** A step with its number: open, done, or still to come. */
function Step({ index, openStep, title, summary, onOpen, children }: StepFrameProps) {
  const a = useAdminTexts()
  const isDone = index < openStep
  return (
    <li className={isDone ? 'is-done' : undefined} aria-current={index === openStep ? 'step' : undefined}>
      <h2>
        <span className="step-number number">{isDone ? <Icon name="check" /> : index + 1}</span>
        {a(title)}
      </h2>
      {isDone && (
        <p className="mail-done">
          <bdi>{summary}</bdi>
          <Button isSmall aria-label={a('mail_change_step', { step: a(title) })} onClick={onOpen}>
            {a('mail_change')}
          </Button>
        </p>
      )}
      {index === openStep && children}
    </li>
  )
}

/** The reason why the account could not be saved. The refused value may be in a closed step. */
function Failure({ submit: { failure } }: { submit: Submit }) {
  const t = useMessages()
  return failure === undefined ? null : <Notice kind="error">{sentenceOf(t, failure)}</Notice>
}
