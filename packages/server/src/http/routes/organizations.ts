import { resources } from '@deskbell/contract'
import { type Context, may } from '../../kernel/context.ts'
import { show, type RecordView } from '../../kernel/read-records.ts'
import { Fault } from '../../errors/fault.ts'
import { andThen } from '../../kernel/statement.ts'
import { readView, viewParameters } from '../paging.ts'
import { idIn } from '../query.ts'
import { type Route, signedIn } from '../route.ts'
import { recordSchema } from '../openapi/schemas.ts'

const { organization } = resources

export const organizationRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/organizations/:id',
    tag: 'organizations',
    summary: 'Get an organization',
    description: 'A customer without an organization gets an empty object.',
    can: signedIn,
    parameters: viewParameters,
    response: recordSchema(organization),
    cached: true,
    run(ctx, { params, query }) {
      const id = idIn(params['id'] ?? '', organization.model)
      const view = readView(ctx, organization, query)
      const body = belongsToNone(ctx) ? showOrEmpty(ctx, id, view) : show(ctx, organization, id, view)
      return andThen(body, (text) => ({ body: text }))
    },
  },
]

const belongsToNone = ({ actor }: Context): boolean =>
  may(actor, 'ticket.customer') && !may(actor, 'ticket.agent', 'admin.organization') && actor.organizations.length === 0

/** For a customer without an organization, existing Zammad clients expect an empty object instead of an error. */
async function showOrEmpty(ctx: Context, id: number, view: RecordView): Promise<string> {
  try {
    return await show(ctx, organization, id, view)
  } catch (refusal) {
    if (refusal instanceof Fault && refusal.code === 'forbidden') return '{}'
    throw refusal
  }
}
