import { resources } from '@deskbell/contract'
import type { Context } from '../../kernel/context.ts'
import { formAttributes, formObjects } from '../../resources/object_attribute/forms.ts'
import { ticketForm } from '../../resources/ticket/form.ts'
import { activePermissions } from '../../resources/user/permissions.ts'
import { invalid } from '../../errors/fault.ts'
import { assetsOfAll } from '../assets.ts'
import { recordSchema } from '../openapi/schemas.ts'
import { textOf } from '../query.ts'
import { type Route, type Schema, signedIn } from '../route.ts'
import { listedPermission } from './tokens.ts'

const { group, ticket_state: state, ticket_priority: priority, user } = resources
const ids: Schema = { type: 'array', items: { type: 'integer' } }
const attribute: Schema = {
  title: 'FormAttribute',
  description: 'A custom field as a form of the caller shows it.',
  type: 'object',
  properties: {
    object: { type: 'string', enum: formObjects },
    name: { type: 'string', description: 'The key of the field in records.' },
    display: { type: 'string', description: 'The label.' },
    data_type: { type: 'string' },
    data_option: { type: 'object', description: 'Settings of the type, such as `maxlength`, `default` or `options`.' },
    screens: {
      type: 'object',
      description: 'The screens that show the field to the caller, such as `create_middle` and `edit`.',
      additionalProperties: {
        type: 'object',
        properties: { shown: { type: 'boolean' }, required: { type: 'boolean' } },
        required: ['shown', 'required'],
      },
    },
  },
  required: ['object', 'name', 'display', 'data_type', 'data_option', 'screens'],
}

/** The data that pages need to draw forms: custom fields, choices for a new ticket, permissions of roles. */
export const formRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/form_attributes',
    tag: 'form_attributes',
    summary: 'List the custom fields of forms',
    description: 'Returns the fields that the caller sees, in the order of forms, and the screens that show them.',
    can: signedIn,
    parameters: [
      { name: 'object', doc: 'Only fields of this kind of record.', schema: { type: 'string', enum: formObjects } },
    ],
    response: { type: 'array', items: attribute },
    run(ctx, { query }) {
      const object = textOf(query, 'object')
      if (object !== undefined && !formObjects.includes(object))
        throw invalid('object', `object: expected one of ${formObjects.join(', ')}.`)
      return { body: JSON.stringify(formAttributes(ctx, object)) }
    },
  },
  {
    method: 'GET',
    path: '/ticket_create',
    tag: 'tickets',
    summary: 'Get form data for a new ticket',
    description:
      'Returns the groups, states and priorities that the caller can choose, for agents the possible owners of each group, and the custom fields.',
    can: signedIn,
    response: {
      type: 'object',
      properties: {
        assets: { type: 'object', additionalProperties: { type: 'object' } },
        form_meta: {
          type: 'object',
          properties: {
            filter: { type: 'object', properties: { group_id: ids, state_id: ids, priority_id: ids } },
            dependencies: {
              type: 'object',
              description:
                'For agents: `group_id` maps the id of each group to `owner_id`, the ids of its possible owners.',
            },
            configure_attributes: { type: 'array', items: attribute },
            core_workflow: { type: 'object', description: 'Always empty; included for clients that read it.' },
          },
          required: ['filter', 'dependencies', 'configure_attributes'],
        },
      },
      required: ['assets', 'form_meta'],
    },
    run: async (ctx) => ({ body: JSON.stringify(await newTicketForm(ctx)) }),
  },
  {
    method: 'GET',
    path: '/permissions',
    tag: 'permissions',
    summary: 'List the permissions',
    description: 'Returns all permissions that roles can grant, in the order of their ids.',
    can: ['admin.role'],
    response: { type: 'array', items: recordSchema(listedPermission) },
    run: async (ctx) => ({ body: JSON.stringify(await activePermissions(ctx)) }),
  },
]

async function newTicketForm(ctx: Context): Promise<object> {
  const { groups, states, priorities, owners } = await ticketForm(ctx)
  const byGroup = Object.fromEntries([...owners].map(([id, users]) => [id, { owner_id: users }]))
  const users = [...new Set([...owners.values()].flat())]
  return {
    assets: await assetsOfAll(ctx, [
      [group, groups],
      [state, states],
      [priority, priorities],
      [user, users],
    ]),
    form_meta: {
      filter: { group_id: groups, state_id: states, priority_id: priorities },
      dependencies: owners.size === 0 ? {} : { group_id: byGroup },
      configure_attributes: formAttributes(ctx, resources.ticket.model),
      core_workflow: {},
    },
  }
}
