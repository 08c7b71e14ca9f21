import type { Person } from '../testing/world.ts'

/** A request for the example of an operation, if the default one does not fit. Ids are those of the test data. */
export interface Example {
  readonly params?: Readonly<Record<string, number | string>>
  readonly query?: string
  readonly body?: object
  readonly as?: Person
}

const month = { params: { year: 2026, month: 3 } }
const search = { body: { query: 'printer', per_page: 1 } }
const searchAnyName = { body: { query: 'a*', per_page: 1 } }
const link = {
  link_type: 'parent',
  link_object_source: 'Ticket',
  link_object_source_number: '67002',
  link_object_target: 'Ticket',
  link_object_target_value: 3,
}
const tag = { object: 'Ticket', o_id: 2, item: 'urgent' }
/** The trial import of a CSV table. */
const table = (data: string) => ({ body: { data, try: true } })

const trial = {
  condition: { 'ticket.state_id': { operator: 'is', value: ['1'] } },
  perform: { 'ticket.priority_id': { value: '3' } },
}

/** The requests whose bodies and responses are examples in the OpenAPI document, by operation. */
export const requests: Readonly<Record<string, Example>> = {
  'POST /triggers/try': { body: trial },
  'POST /triggers/:id/try': { body: trial },
  'POST /data_privacy_tasks': { body: { deletable_id: 13 } },
  'POST /data_privacy_tasks/preview/:user_id': { params: { user_id: 13 } },
  'POST /data_privacy_tasks/:id/restart': { params: { id: 3 } },
  'POST /macros/try': { body: { perform: { 'ticket.priority_id': { value: '3' } }, number: '67006' } },
  'POST /jobs/try': { body: trial },
  'POST /jobs/:id/try': { body: trial },
  'DELETE /object_manager_attributes/:id': { params: { id: 1 } },
  'DELETE /organizations/:id': { params: { id: 4 } },
  'DELETE /ticket_articles/:id': { params: { id: 14 } },
  'DELETE /tickets/:ticket_id/shared_draft': { params: { ticket_id: 6 } },
  'DELETE /users/:id': { params: { id: 13 } },
  'DELETE /users/:id/access_tokens/:token_id': { params: { id: 9, token_id: 7 } },
  'DELETE /links/remove': { body: link },
  'DELETE /tags/remove': { body: tag },
  'DELETE /users/avatar': { body: { id: 1 } },
  'GET /links': { query: 'link_object=Ticket&link_object_value=2' },
  'GET /mentions': { query: 'mentionable_type=Ticket&mentionable_id=2' },
  // Zammad's spelling of the parameter.
  'GET /monitoring/amount_check': { query: 'periode=1h' },
  'GET /search': { query: 'query=printer' },
  'GET /search/:objects': { params: { objects: 'Ticket' }, query: 'query=printer' },
  'GET /tags': { query: 'object=Ticket&o_id=2' },
  'GET /ticket_articles/:id/delivery': { params: { id: 5 } },
  'GET /ticket_customer': { query: 'customer_id=7' },
  'GET /ticket_split': { query: 'ticket_id=2&article_id=2', as: 'rita' },
  'GET /upload_caches/:form_id': { params: { form_id: 'form-1' } },
  'GET /tickets/:id/presence': { params: { id: 2 } },
  'GET /tickets/by_number/:number': { params: { number: '67002' } },
  'GET /tickets/:ticket_id/time_accountings': { params: { ticket_id: 6 } },
  'GET /tickets/:ticket_id/time_accountings/:id': { params: { ticket_id: 6, id: 1 } },
  'GET /time_accounting/log/by_activity/:year/:month': month,
  'GET /time_accounting/log/by_agent/:year/:month': month,
  'GET /time_accounting/log/by_customer/:year/:month': month,
  'GET /time_accounting/log/by_organization/:year/:month': month,
  'GET /time_accounting/log/by_ticket/:year/:month': month,
  'GET /reports/tickets': { query: 'from=2026-03-01&to=2026-03-02&by=day' },
  'GET /reports/times': { query: 'by=group' },
  'GET /reports/agreements': { query: 'by=month' },
  'GET /reports/backlog': { query: 'by=group' },
  'GET /reports/own_day': { as: 'rita' },
  'POST /attachments': { body: { form_id: 'form-1', File: 'Hello' } },
  'POST /batch': {
    body: {
      operations: [
        { method: 'POST', path: '/organizations', body: { name: 'Wharf' } },
        { method: 'PUT', path: '/users/10', body: { organization: 'Wharf' } },
      ],
    },
  },
  'POST /calendars': { body: { name: 'Harbor', timezone: 'Europe/Berlin' } },
  'POST /channels': {
    body: {
      name: 'Wharf mail',
      group_id: 2,
      inbound: { adapter: 'imap', host: 'imap.example.com', user: 'help@wharf.example', password: 'opensesame' },
      outbound: { adapter: 'smtp', host: 'smtp.example.com', user: 'help@wharf.example', password: 'opensesame' },
    },
  },
  'POST /channels/test': { body: { inbound: { adapter: 'none' }, outbound: { adapter: 'none' } } },
  'POST /channels/:id/test': { body: {} },
  'DELETE /received_mails/:id': { params: { id: 3 } },
  'GET /received_mails/:id/raw': { params: { id: 2 } },
  'POST /received_mails/:id/retry': { params: { id: 2 }, body: {} },
  'GET /ticket_articles/:id/received_mail': { params: { id: 8 } },
  'POST /postmaster_filters': {
    body: {
      name: 'Newsletters',
      match: { 'list-unsubscribe': { operator: 'contains', value: 'mailto' } },
      perform: { 'x-zammad-ticket-priority_id': { value: 1 } },
    },
  },
  'POST /checklist_items': { body: { text: 'Call the customer', checklist_id: 1 } },
  'POST /checklist_items/create_bulk': { body: { ticket_id: 6, items: ['Order the drum', 'Replace it'] } },
  'POST /checklist_templates': { body: { name: 'New printer', items: ['Unpack it', 'Connect it'] } },
  'POST /checklists': { body: { ticket_id: 5, name: 'Repair', items: ['Order the drum'] } },
  'POST /drafts': { body: { ticket_id: 2, kind: 'note', new_article: { body: 'It blinks' } }, as: 'rita' },
  'POST /email_addresses': { body: { name: 'Wharf', email: 'help@wharf.example' } },
  'POST /getting_started/admin': {
    body: {
      token: 'from-the-link',
      firstname: 'Kim',
      lastname: 'Lee',
      email: 'kim@wharf.example',
      password: 'Correct-horse-2-staple',
    },
  },
  'POST /getting_started/group': { body: { name: 'Users', email: 'front@wharf.example' } },
  'POST /getting_started/token': { body: { token: 'from-the-link' } },
  'POST /getting_started/base': { body: { organization: 'Wharf', url: 'https://help.wharf.example' } },
  'POST /links/add': { body: link },
  'POST /mentions': { body: { mentionable_type: 'Ticket', mentionable_id: 6 } },
  'POST /object_manager_attributes': {
    body: {
      object: 'Ticket',
      name: 'shelf_number',
      display: 'Shelf',
      data_type: 'input',
      data_option: { type: 'text', maxlength: 120, null: true },
    },
  },
  'POST /outbox_messages': {
    body: {
      action: 'create_article',
      ticket_id: 2,
      new_article: { type: 'note', body: 'The drum has arrived.', internal: true },
      hold_seconds: 10,
    },
  },
  'POST /overviews': {
    body: {
      name: 'Printers',
      roles: ['Agent'],
      condition: { 'ticket.group_id': { operator: 'is', value: ['2'] } },
      order: { by: 'created_at', direction: 'ASC' },
      view: { s: ['title', 'customer', 'created_at'] },
    },
  },
  'POST /organizations': { body: { name: 'Quay', domain: 'quay.example', note: 'Second customer in the harbor' } },
  'POST /organizations/import': table('name,domain\nWharf,wharf.example\n'),
  'POST /recent_view': { body: { object: 'Ticket', o_id: 2 } },
  'POST /roles': { body: { name: 'Dispatcher', permissions: ['ticket.agent'] } },
  'POST /saved_views': {
    body: {
      name: 'Printers',
      query: 'printer',
      condition: { 'ticket.state_id': { operator: 'is', value: ['2'] } },
      order: { by: 'created_at', direction: 'DESC' },
      view: { s: ['title', 'customer', 'created_at'] },
    },
  },
  'PUT /saved_views/:id': { body: { name: 'Label printers' } },
  'POST /search': search,
  'POST /search/:objects': { params: { objects: 'Ticket' }, ...search },
  'POST /signin': { body: { username: 'admin@desk.example', password: 'correct horse' } },
  'POST /tag_list': { body: { name: 'spare part' } },
  'POST /tags/add': { body: tag },
  'POST /text_modules/import': table('name,content\nGoodbye,Best regards\n'),
  'POST /ticket_articles': { body: { ticket_id: 2, type: 'note', body: 'The drum has arrived.', internal: true } },
  'POST /ticket_articles/:id/retry': { params: { id: 5 } },
  'POST /ticket_attachment_upload_clone_by_article/:id': { params: { id: 1 }, body: { form_id: 'form-1' } },
  'POST /ticket_stats': { body: { user_id: 7 } },
  'POST /ticket_overviews': {
    body: {
      view: 'all_open',
      condition: { 'ticket.group_id': { operator: 'is', value: ['2'] } },
      sort_by: 'created_at',
      fields: 'title,owner_id',
    },
    as: 'rita',
  },
  'POST /tickets': {
    body: {
      title: 'Label printer offline',
      group: 'Users',
      customer: 'nils@desk.example',
      tags: ['printer'],
      article: { subject: 'Label printer offline', body: 'It blinks red.' },
    },
  },
  'POST /tickets/:ticket_id/shared_draft/import_attachments': { params: { ticket_id: 6 }, body: { form_id: 'form-1' } },
  'POST /tickets/:ticket_id/time_accountings': { params: { ticket_id: 6 }, body: { time_unit: '15' } },
  'POST /tickets/import': table('title,group,customer,article.body\nOven,Users,nils@desk.example,It is cold.\n'),
  'GET /tickets/facets': { query: 'query=printer&by=state_id,tags', as: 'rita' },
  'POST /tickets/facets': { body: { view: 'all_open', by: 'state_id' }, as: 'rita' },
  'POST /tickets/mass_macro': { body: { ticket_ids: [6], macro_id: 1 } },
  'POST /tickets/mass_update': { body: { ticket_ids: [1, 6], attributes: { priority: '3 high' } } },
  'POST /tickets/search': search,
  'POST /tickets/shared_drafts': { body: { name: 'Oven', group_id: 1, content: { title: 'Oven' } } },
  'POST /tickets/shared_drafts/:id/import_attachments': { body: { form_id: 'form-1' } },
  'POST /time_accounting/types': { body: { name: 'Remote' } },
  'POST /time_accountings': { body: { ticket_id: 6, time_unit: '15' } },
  'POST /user_access_token': { body: { name: 'Reports', permission: ['report'], expires_at: '2026-12-31' } },
  'POST /users': { body: { firstname: 'Kim', lastname: 'Lee', email: 'kim@wharf.example', roles: ['Customer'] } },
  'POST /users/avatar': {
    body: { avatar_full: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' },
  },
  'POST /users/avatar/set': { body: { id: 1 } },
  'POST /users/import': table('firstname,email\nKim,kim@wharf.example\n'),
  'POST /users/password_change': { body: { password_old: 'correct horse', password_new: 'Correct-horse-2-staple' } },
  'POST /users/password_check': { body: { password: 'correct horse' } },
  'POST /users/:id/password_reset': { params: { id: 7 } },
  'POST /users/password_reset': { body: { username: 'nils@desk.example' } },
  'POST /users/password_reset_verify': { body: { token: 'from-the-mail', password: 'Correct-horse-2-staple' } },
  'POST /users/email_verify': { body: { token: 'from-the-mail', password: 'Correct-horse-2-staple' } },
  'POST /webhooks': { body: { name: 'Inventory', endpoint: 'https://stock.example/hook', events: 'ticket.created' } },
  'PUT /checklist_items/:id': { body: { checked: true } },
  'PATCH /checklist_items/:id': { body: { checked: true } },
  'PUT /object_manager_attributes/:id': {
    params: { id: 1 },
    body: { display: 'Shelf', data_option: { type: 'text', maxlength: 60 } },
  },
  'PUT /online_notifications/:id': { body: { seen: true } },
  'PUT /roles/:id': { params: { id: 3 }, body: { note: 'People who ask for help' } },
  'PUT /settings/:id': { params: { id: 1 }, body: { state_current: { value: 'Harbor helpdesk' } } },
  'PUT /ticket_priorities/:id': { body: { note: 'Can wait for a week' } },
  'PUT /ticket_states/:id': { body: { note: 'No agent has read it' } },
  'PUT /tag_list/:id': { params: { id: 1 }, body: { name: 'printers' } },
  'PUT /ticket_articles/:id': { params: { id: 2 }, body: { internal: true } },
  'PUT /ticket_merge/:source_id/:target_number': { params: { source_id: 5, target_number: '67006' } },
  'PUT /tickets/:id': {
    params: { id: 2 },
    body: {
      state: 'pending reminder',
      pending_time: '2026-03-09T09:00:00Z',
      article: { body: 'The drum is ordered.' },
    },
    as: 'rita',
  },
  'PUT /tickets/:id/presence': { params: { id: 2 }, body: { activity: 'writing', kind: 'reply' } },
  'PUT /tickets/:id/update_customer': { params: { id: 6 }, body: { customer_id: 7 } },
  'PUT /tickets/:id/update_title': { params: { id: 6 }, body: { title: 'Quiet printer' } },
  'PATCH /tickets/:ticket_id/shared_draft': { params: { ticket_id: 6 }, body: { new_article: { body: 'Dear Paul,' } } },
  'PUT /tickets/:ticket_id/shared_draft': { params: { ticket_id: 6 }, body: { new_article: { body: 'Dear Paul,' } } },
  'PATCH /tickets/shared_drafts/:id': { body: { name: 'Oven' } },
  'PUT /tickets/shared_drafts/:id': { body: { name: 'Oven' } },
  'PUT /tickets/:ticket_id/time_accountings/:id': { params: { ticket_id: 6, id: 1 }, body: { time_unit: '20' } },
  'DELETE /tickets/:ticket_id/time_accountings/:id': { params: { ticket_id: 6, id: 1 } },
  'PUT /time_accounting/types/:id': { body: { name: 'On the road' } },
  'PUT /time_accountings/:id': { body: { time_unit: '20' } },
  'PUT /users/me': { body: { firstname: 'Alex', lastname: 'Kim' } },
  'PUT /users/:id': { params: { id: 7 }, body: { phone: '+49 30 5678', vip: true } },
  'PUT /users/out_of_office': { body: { out_of_office: false } },
  'PUT /users/preferences': { body: { locale: 'de-de' } },
  'PUT /users/unlock/:id': { params: { id: 7 } },
  ...Object.fromEntries(
    ['users', 'organizations', 'groups', 'roles', 'macros', 'text_modules', 'templates', 'overviews'].map((path) => [
      `POST /${path}/search`,
      searchAnyName,
    ]),
  ),
}
