import { resources } from '@deskbell/contract'
import { executeMigrations, removeAttribute } from '../../resources/object_attribute/migrations.ts'
import type { Route, WriteRoute } from '../route.ts'
import { deleteRoute, readableId } from './writes.ts'

const attribute = resources.object_attribute
const empty = { type: 'object', maxProperties: 0 }

/** Custom fields. Changes to them are stored first, and take effect with a migration, which is a separate request. */
export const objectAttributeRoutes: readonly (Route | WriteRoute)[] = [
  {
    ...deleteRoute(attribute),
    summary: 'Delete an object attribute',
    description:
      'Marks the attribute for removal; it is removed with its values when the migrations are executed. A new attribute whose creation is still pending is removed at once. The status is 422 while a trigger, an overview or another record refers to the attribute; saved views do not count.',
    can: ['admin.object'],
    write: (_, input) => async (ctx) => {
      await removeAttribute(ctx, await readableId(ctx, attribute, input))
      return { body: '{}' }
    },
  },
  {
    method: 'POST',
    path: '/object_manager_attributes_execute_migrations',
    tag: attribute.path,
    summary: 'Execute pending attribute changes',
    description: 'Applies new attributes, changed options and pending removals.',
    can: ['admin.object'],
    response: empty,
    async run({ desk, actor }) {
      await executeMigrations(desk, actor.id)
      return { body: '{}' }
    },
  },
]
