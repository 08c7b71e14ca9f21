import { resources } from '@deskbell/contract'
import { executeMigrations, removeAttribute } from '../../resources/object_attribute/migrations.ts'
import type { Route, WriteRoute } from '../route.ts'
import { deleteRoute, reached } from './writes.ts'

const attribute = resources.object_attribute
const empty = { type: 'object', maxProperties: 0 }

/** Custom fields come and go in two steps (reference, section 3.17): what is said waits until it is put in force. */
export const objectAttributeRoutes: readonly (Route | WriteRoute)[] = [
  {
    ...deleteRoute(attribute),
    doc: 'Marks it to go, with its values, when the migrations are executed. What is used elsewhere stays, with 422.',
    can: ['admin.object'],
    write: (_, input) => async (ctx) => {
      await removeAttribute(ctx, await reached(ctx, attribute, input))
      return { body: '{}' }
    },
  },
  {
    method: 'POST',
    path: '/object_manager_attributes_execute_migrations',
    tag: attribute.path,
    doc: 'Puts in force what waits: new attributes, new options, and the end of those that are to go.',
    can: ['admin.object'],
    answer: empty,
    async run({ desk, actor }) {
      await executeMigrations(desk, actor.id)
      return { body: '{}' }
    },
  },
]
