import { systemUser } from '@deskbell/contract'
import { insert, unitOfWork, type Values } from '../writing/unit-of-work.ts'
import type { ResourceName } from '@deskbell/contract'
import type { World } from './world.ts'

/** Adds records of most resources: two or more, but one shared draft of each kind. Returns their ids by resource. */
export function addRecords({ desk, ids }: World): Promise<Record<string, readonly number[]>> {
  const ticket = ids['Quiet ticket'] as number
  const other = ids['No network in the bakery'] as number
  const article = ids['Nothing urgent'] as number
  return unitOfWork(desk, systemUser, async (unit) => {
    const added: Record<string, readonly number[]> = {}
    const add = async <N extends ResourceName>(name: N, ...rows: Values<N>[]) => {
      const written: number[] = []
      for (const row of rows) written.push(await insert(unit, name, row))
      added[name] = written
      return written as [number, number]
    }
    const macros = await add('macro', { name: 'Close' }, { name: 'Spam', ux_flow_next_up: 'next_task', active: false })
    const modules = await add(
      'text_module',
      { name: 'Greeting', keywords: 'hi hello', content: 'Dear #{ticket.customer.firstname},' },
      { name: 'O’Hara’s "thanks" & <b>', content: '<p>Thank you</p>' },
    )
    const group = { group_id: ids['Printers'] as number }
    await unit.db.sql
      .insertInto('groups_macros')
      .values({ ...group, macro_id: macros[1] })
      .execute()
    await unit.db.sql
      .insertInto('groups_text_modules')
      .values({ ...group, text_module_id: modules[1] })
      .execute()
    await add('template', { name: 'Offline', options: { 'ticket.title': { value: 'Offline' } } }, { name: 'Online' })
    await add(
      'channel',
      { name: 'Support', ...group, outbound: { adapter: 'smtp', host: 'mail.example' } },
      { name: 'Sales', group_id: ids['Network'] as number, active: false },
    )
    await add(
      'automatic_mail',
      { kind: 'notification', address: 'rita@desk.example', message_id: '<a@desk.example>', state: 'sent' },
      { kind: 'answer', address: 'nils@desk.example', ticket_id: 1, state: 'prevented', reason: 'too many' },
    )
    await add(
      'data_privacy_task',
      { deletable_id: 90, state: 'completed', tickets_deleted: 12 },
      { deletable_id: 91, state: 'failed', error: 'The disk is full.' },
    )
    await add(
      'task',
      { kind: 'send_mail', lane: 1, state: 'waiting', attempts: 1, due_at: unit.now },
      { kind: 'send_mail', lane: 1, state: 'failed', attempts: 13, due_at: unit.now, error: 'No such mailbox.' },
    )
    await add(
      'postmaster_filter',
      {
        name: 'Spam',
        match: { 'x-spam-flag': { operator: 'is', value: 'yes' } },
        perform: { 'x-zammad-ignore': { value: true } },
      },
      { name: 'Old', match: { from: { operator: 'contains', value: 'x' } }, active: false },
    )
    const arrived = {
      via: 'smtp',
      envelope_to: { addresses: ['printers@desk.example'] },
      size: 9,
      due_at: unit.now,
    } as const
    await add(
      'received_mail',
      { ...arrived, sha256: 'a'.repeat(64), state: 'taken', article_id: article, from: 'Nils <nils@desk.example>' },
      { ...arrived, sha256: 'b'.repeat(64), state: 'quarantined', reason: 'The message has no mail header.' },
    )
    await add('signature', { name: 'Printers', body: '--<br>#{user.firstname}' }, { name: 'Network', active: false })
    await add(
      'email_address',
      { name: 'Printers', email: 'printers@desk.example' },
      { name: 'Network', email: 'network@desk.example' },
    )
    const [calendar] = await add(
      'calendar',
      { name: 'Berlin', timezone: 'Europe/Berlin' },
      { name: 'Lima', timezone: 'America/Lima' },
    )
    await add('sla', { name: 'Gold', calendar_id: calendar, update_time: 240 }, { name: 'Tin', calendar_id: calendar })
    await add('trigger', { name: 'Greet' }, { name: 'Remind', activator: 'time' })
    await add('job', { name: 'Nightly' }, { name: 'Weekly', last_run_at: unit.now })
    await add(
      'webhook',
      { name: 'Chat', endpoint: 'https://chat.example/' },
      { name: 'Stock', endpoint: 'http://10.0.0.1/' },
    )
    const [type_id] = await add('time_accounting_type', { name: 'On site' }, { name: 'By phone' })
    const by = { created_by_id: ids['rita'] as number }
    await add(
      'time_accounting',
      { ticket_id: ticket, ticket_article_id: article, time_unit: '1.25', type_id, ...by },
      { ticket_id: other, time_unit: '2', ...by },
      { ticket_id: ticket, time_unit: '0.5', ...by },
    )
    const [list] = await add('checklist', { name: 'Repair', ticket_id: ticket }, { ticket_id: other })
    const items: Values<'checklist_item'>[] = [
      { text: 'Order the drum', checked: true, position: 2, checklist_id: list },
      { text: 'Tell the customer', position: 1, checklist_id: list, ticket_id: other },
    ]
    await add('checklist_item', ...items)
    const [plan] = await add('checklist_template', { name: 'Repair' }, { name: 'New colleague', active: false })
    const line = { checklist_template_id: plan }
    await add(
      'checklist_template_item',
      { text: 'Test it', position: 2, ...line },
      { text: 'Mend it', position: 1, ...line },
    )
    await add('shared_draft_start', { name: 'Half a ticket', group_id: 1, content: { title: 'Half' } })
    await add('shared_draft_zoom', { ticket_id: ticket, new_article: { body: 'Dear' } })
    const message = { action: 'create_article', ticket_id: ticket, form_id: 'outbox-1', send_at: unit.now } as const
    // The tests read all records as the administrator, who sees no messages of others.
    const refused = { state: 'failed', error: 'Not authorized', created_by_id: ids['admin'] as number } as const
    await add(
      'outbox_message',
      { ...message, ...refused, new_article: { body: 'Done.' } },
      { ...message, ...refused, new_article: { body: 'Later.' } },
    )
    const written = { new_article: { body: 'Half a sentence' }, created_by_id: ids['admin'] as number }
    await add('draft', { kind: 'new_ticket', ...written }, { kind: 'new_ticket', form_id: '7', ...written })
    const own = { user_id: ids['admin'] as number, condition: { 'ticket.state_id': { operator: 'is', value: ['2'] } } }
    await add('saved_view', { name: 'Mine', query: 'printer', ...own }, { name: 'Late', prio: 1, ...own })
    // Custom fields that are not activated, so no record has values of them.
    const waiting = { object_lookup_id: 1, data_type: 'input', display: 'A field', to_create: true } as const
    await add(
      'object_attribute',
      { id: 1, name: 'shelf', ...waiting },
      { id: 2, name: 'tier', ...waiting, position: 1 },
    )
    return added
  })
}
