import { type ReactNode, useState } from 'react'
import { Attachment } from '../../src/components/attachment.tsx'
import { Person } from '../../src/components/avatar.tsx'
import { Button, IconButton } from '../../src/components/button.tsx'
import { Checkbox, Switch } from '../../src/components/checkbox.tsx'
import { Chip } from '../../src/components/chip.tsx'
import { Empty } from '../../src/components/empty.tsx'
import { LoadError } from '../../src/components/load-error.tsx'
import { TextField } from '../../src/components/field.tsx'
import { Key } from '../../src/components/key.tsx'
import { Skeleton } from '../../src/components/loading.tsx'
import { Due, Moment } from '../../src/components/moment.tsx'
import { Notice } from '../../src/components/notice.tsx'
import { Segments } from '../../src/components/segments.tsx'
import { Priority } from '../../src/components/priority.tsx'
import { State } from '../../src/components/state.tsx'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2>{title}</h2>
    {children}
  </section>
)

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000 + 500)
const nothing = () => undefined

/** Components that display values. */
export const Looks = () => (
  <>
    <Part title="Buttons">
      <div className="shelf">
        <Button look="primary">
          Send <Key keys="Ctrl Enter" />
        </Button>
        <Button icon="bolt">Macro</Button>
        <Button look="quiet">Discard</Button>
        <Button look="danger">Remove…</Button>
        <Button disabled>Merge</Button>
        <Button isBusy>Saving</Button>
        <IconButton look="plain" icon="more" label="More" />
        <Button isSmall>Small</Button>
      </div>
      <Boxes />
    </Part>
    <Part title="States, priorities, marks">
      <Marks />
    </Part>
    <Part title="Fields">
      <div className="cards">
        <TextField label="Name of the group" defaultValue="Gebäudemanagement" help="“::” puts a group below another." />
        <TextField label="E-mail address" defaultValue="b@liegenschaft" error="This is not an e-mail address." />
      </div>
    </Part>
    <Part title="What happened">
      <div className="cards">
        <Notice kind="info">2 new tickets</Notice>
        <Notice kind="conflict">Mei-Ling Chen answered while you were writing.</Notice>
        <Notice>Offline since 09:14.</Notice>
        <Notice kind="error">Not saved: pending_time lies in the past.</Notice>
      </div>
    </Part>
    <Part title="Empty, loading, failed">
      <div className="cards">
        <div className="card">
          <Empty title="Nobody waits" action={<Button isSmall>See all open tickets</Button>}>
            Every ticket here is answered. New ones appear by themselves.
          </Empty>
        </div>
        <div className="card" role="region" aria-busy="true" aria-label="Loading tickets">
          <Skeleton width="70%" />
        </div>
        <div className="card">
          <LoadError title="The tickets did not arrive" error={new Error('refused')} onRetry={nothing} />
        </div>
      </div>
    </Part>
  </>
)

function Boxes() {
  const [kind, setKind] = useState<'reply' | 'note'>('reply')
  const [isOn, setOn] = useState(true)
  return (
    <div className="shelf">
      <Segments
        label="Kind"
        value={kind}
        onChange={setKind}
        segments={[
          { id: 'reply', name: 'Reply', icon: 'reply' },
          { id: 'note', name: 'Internal note', icon: 'lock' },
        ]}
      />
      <Switch label="On" isChecked={isOn} onChange={setOn} />
      <Switch label="Off" isChecked={!isOn} onChange={(isOff) => setOn(!isOff)} />
      <Checkbox label="Given" help="Comes with its group." isChecked={isOn} onChange={setOn} />
      <Checkbox label="Some" isChecked={false} isMixed onChange={setOn} />
    </div>
  )
}

const Marks = () => (
  <>
    <div className="shelf">
      <State type="new">New</State>
      <State type="open">Open</State>
      <State type="pending reminder">Pending until Tue, 09:00</State>
      <State type="pending action">Closes on 30 Nov</State>
      <State type="closed">Closed</State>
      <State type="merged">Merged</State>
    </div>
    <div className="shelf">
      <Priority urgency="high" name="High" />
      <Priority urgency="normal" name="Normal" />
      <Priority urgency="low" name="Low" isNameHidden />
      <Due at={minutesFromNow(35)} />
      <Due at={minutesFromNow(-12)} />
      <Moment at={minutesFromNow(-6)} />
      <Chip look="internal" icon="lock">
        Internal
      </Chip>
      <Chip look="vip" icon="star">
        VIP
      </Chip>
      <Chip look="good" icon="check">
        Delivered
      </Chip>
      <Chip look="tag">Gewährleistungsanspruch</Chip>
      <Chip onRemove={nothing}>sasha@example.com</Chip>
    </div>
    <div className="shelf">
      <Person person={{ id: 4, fullname: 'Yusuf Adeyemi' }} size="large" />
      <Person person={{ id: 7, fullname: 'Mei-Ling Chen' }} isAgent size="large" />
      <Person person={undefined} isAgent size="large" fallback="nobody yet" />
    </div>
    <div className="shelf">
      <Attachment name="a very long name of a scan, page 1 of 200, signed.pdf" size={2_412_000} href="scan.pdf" />
      <Attachment name="photo.jpeg" size={640_000} progress={0.4} onRemove={nothing} />
      <Attachment
        name="video.mp4"
        size={640_000_000}
        failure="The file is too large."
        onRetry={nothing}
        onRemove={nothing}
      />
    </div>
  </>
)
