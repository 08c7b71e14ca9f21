import type { Desk, Tab } from './browser.ts'
import { eventually } from './eventually.ts'

const title = 'Label printer offline'

/** The ticket that the tests write in. */
export const ticketOf = async ({ world }: Desk) =>
  (await world.request(`tickets/${world.ids[title]}`, { as: 'rita' })).json as { id: number; number: string }

interface Article {
  body: string
  internal: boolean
  type: string
  cc: string | null
  attachments: readonly { filename: string }[]
}

/** The messages of the ticket, the newest last. */
const articlesOf = async ({ world }: Desk) =>
  (await world.request(`ticket_articles/by_ticket/${world.ids[title]}`, { as: 'rita' })).json as readonly Article[]

/** Waits until the ticket has a message with a text. */
export async function articleWith(desk: Desk, part: string) {
  const find = async () => (await articlesOf(desk)).find(({ body }) => body.includes(part))
  await eventually(async () => (await find()) !== undefined, true)
  return (await find()) as Article
}

/** The text of the message. */
export const text = ({ page }: Tab) => page.getByRole('textbox', { name: 'Message' })

/** Opens the ticket and begins a message of a kind, with keys alone. */
export async function write(desk: Desk, kind: string, typed: string, options = {}): Promise<Tab> {
  const { number } = await ticketOf(desk)
  const tab = await desk.tab(`/tickets/${number}`, { as: 'rita', ...options })
  await tab.page.getByRole('button', { name: kind }).first().press('Enter')
  await tab.page.locator('[contenteditable=true]').waitFor()
  await tab.page.keyboard.type(typed)
  return tab
}
