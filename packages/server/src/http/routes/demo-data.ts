import type { Route, WriteRoute } from '../route.ts'

const shared = { path: '/getting_started/demo_data', tag: 'settings', can: ['admin'] } as const
const counts = {
  type: 'object',
  additionalProperties: { type: 'integer' },
  description: 'Number of records by kind, such as `ticket`.',
}
const countsResponse = { type: 'object', properties: { counts }, required: ['counts'] }

/** Few desks ever use the demo data, so its code is loaded on first use. */
const demoData = () => import('../../setup/demo/demo-data.ts')

/** Routes for the demo data, with which people try a new desk. */
export const demoDataRoutes: readonly (Route | WriteRoute)[] = [
  {
    ...shared,
    method: 'GET',
    summary: 'Count the demo data',
    response: countsResponse,
    async run({ db }) {
      const { countDemoRecords } = await demoData()
      return { body: JSON.stringify({ counts: await countDemoRecords(db) }) }
    },
  },
  {
    ...shared,
    method: 'POST',
    summary: 'Add demo data',
    description:
      'Adds groups, people, texts and conversations, and gives the caller full access to the groups. No one can sign in as these people, nothing is sent to them, and no trigger runs. 409 if the demo data is there already.',
    status: 201,
    refuses: [409],
    response: countsResponse,
    write: async ({ desk }) => {
      const { addDemoData, countDemoRecords, prepareConversations } = await demoData()
      const conversations = await prepareConversations(desk)
      return async (ctx) => {
        await addDemoData(ctx, conversations)
        return { status: 201, body: JSON.stringify({ counts: await countDemoRecords(ctx.db) }) }
      }
    },
  },
  {
    ...shared,
    method: 'DELETE',
    summary: 'Remove the demo data',
    description:
      'Removes what was added as demo data, and nothing else. Records that others refer to remain; `kept` lists them.',
    response: {
      type: 'object',
      properties: {
        kept: {
          type: 'array',
          items: {
            type: 'object',
            properties: { object: { type: 'string' }, id: { type: 'integer' }, name: { type: 'string' } },
            required: ['object', 'id', 'name'],
          },
        },
      },
      required: ['kept'],
    },
    async write() {
      const { removeDemoData } = await demoData()
      return async (ctx) => ({ body: JSON.stringify({ kept: await removeDemoData(ctx) }) })
    },
  },
]
