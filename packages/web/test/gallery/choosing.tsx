import { useState } from 'react'
import { Button, IconButton } from '../../src/components/button.tsx'
import { ChipsField } from '../../src/components/chips-field.tsx'
import { Combobox } from '../../src/components/combobox.tsx'
import { Dialog } from '../../src/components/dialog.tsx'
import { TextField } from '../../src/components/field.tsx'
import { Menu, MenuItem, MenuLine } from '../../src/components/menu.tsx'
import type { Option } from '../../src/components/option-list.tsx'
import { Picker } from '../../src/components/picker.tsx'
import { SplitButton } from '../../src/components/split-button.tsx'
import { stateIcon } from '../../src/components/state.tsx'
import { toasts } from '../../src/components/toasts.ts'
import { Icon } from '../../src/icon/icon.tsx'

const states: readonly Option[] = ['new', 'open', 'pending reminder', 'pending close', 'closed'].map((name, id) => ({
  id,
  name,
  mark: <Icon name={stateIcon(name)} />,
}))

const people = ['Ada Lovelace', 'Grace Hopper', 'Tomás Silva', 'Mei-Ling Chen'].map((name, id) => ({ id, name }))

/** Finds people by name, like a search of the service. */
const searchPeople = (typed: string) =>
  Promise.resolve(people.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())))

/** Components for choosing values. */
export function Choosing() {
  const [chosen, setChosen] = useState<Option['id']>(1)
  const [done, setDone] = useState('')
  const [isOpen, setOpen] = useState(false)
  return (
    <section>
      <h2>Choosing</h2>
      <div className="shelf">
        <Menu button={<IconButton look="plain" icon="more" label="More for the message" />}>
          <MenuItem icon="reply" keys="R" onChoose={() => setDone('reply')}>
            Reply
          </MenuItem>
          <MenuItem icon="send" isDisabled onChoose={() => setDone('forward')}>
            Forward
          </MenuItem>
          <MenuItem icon="merge" onChoose={() => setOpen(true)}>
            Merge…
          </MenuItem>
          <MenuLine />
          <MenuItem icon="close" isDanger onChoose={() => setDone('removed')}>
            Remove
          </MenuItem>
        </Menu>
        <SplitButton
          icon="send"
          moreLabel="Other ways to send"
          more={<MenuItem onChoose={() => setDone('sent and closed')}>Send and close</MenuItem>}
          onClick={() => setDone('sent')}
        >
          Send
        </SplitButton>
        <Picker
          button={<Button>State: {states[Number(chosen)]?.name}</Button>}
          label="State"
          options={states}
          chosen={[chosen]}
          onChoose={({ id }) => setChosen(id)}
        />
        <Button
          onClick={() =>
            toasts.show({ icon: 'send', text: (left) => `Goes out in ${left} s`, onUndo: () => setDone('undone') })
          }
        >
          Show a toast
        </Button>
        <output>{done}</output>
      </div>
      <People onCreate={setDone} />
      {isOpen && (
        <Dialog
          title="Merge into another ticket"
          onClose={() => setOpen(false)}
          foot={
            <>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Button look="primary">Merge</Button>
            </>
          }
        >
          <TextField label="Number of the ticket" />
        </Dialog>
      )}
    </section>
  )
}

function People({ onCreate }: { onCreate: (name: string) => void }) {
  const [customer, setCustomer] = useState<Option>()
  const [recipients, setRecipients] = useState<readonly Option[]>([{ id: 9, name: 'sasha@example.com' }])
  return (
    <div className="cards">
      <Combobox
        label="Customer"
        source={searchPeople}
        value={customer}
        onChoose={setCustomer}
        labelForNew={(typed) => (typed.includes('@') ? `Make ${typed}` : undefined)}
        onCreate={onCreate}
      />
      <ChipsField label="Recipients" source={searchPeople} values={recipients} onChange={setRecipients} />
    </div>
  )
}
