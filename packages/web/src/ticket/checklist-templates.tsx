import { Button } from '../components/button.tsx'
import { Menu, MenuItem } from '../components/menu.tsx'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'
import { performAction } from './perform-action.ts'
import type { Ticket } from './ticket-types.ts'

interface Template {
  readonly id: number
  readonly name: string
  readonly active: boolean
  readonly item_texts: readonly string[]
}

const templatesSource = {
  key: 'checklist templates',
  load: () => client.request<Template[]>('GET', 'checklist_templates?expand=true&per_page=1000&sort_by=name'),
  events: ['checklist_template.*', 'checklist_template_item.*'],
}

/** A menu of the templates, each of which adds its tasks to the checklist. Shows nothing without templates. */
export function ChecklistTemplates({ ticket }: { ticket: Ticket }) {
  const t = useMessages()
  const templates = useLive(client.live(templatesSource)).value ?? []
  const usable = templates.filter(({ active, item_texts }) => active && item_texts.length > 0)
  if (usable.length === 0) return null
  const add = ({ name, item_texts: items }: Template) =>
    void performAction(t, ticket, {
      method: 'POST',
      path: 'checklist_items/create_bulk',
      json: { ticket_id: ticket.id, items },
      part: 'checklist',
      text: 'action.addTasks',
      name,
    })
  return (
    <Menu
      button={
        <Button isSmall look="quiet" icon="list">
          {t('ticket.fromTemplate')}
        </Button>
      }
    >
      {usable.map((template) => (
        <MenuItem key={template.id} onChoose={() => add(template)}>
          <bdi>{template.name}</bdi>
        </MenuItem>
      ))}
    </Menu>
  )
}
