import type { Live } from '@deskbell/client'
import { client } from './client.ts'

/** An overview, or a saved view of the user, with its number of tickets. */
export interface CountedOverview {
  readonly id: number
  readonly name: string
  /** The position; the smallest comes first. */
  readonly prio: number
  /** Its name in addresses: `all_open`, `saved:12`. */
  readonly link: string
  readonly count: number
}

/** Minimum milliseconds between two requests for counts after events of tickets. */
const MIN_PAUSE = 1000
let nextAt = 0

async function load(): Promise<readonly CountedOverview[]> {
  const wait = nextAt - performance.now()
  nextAt = Math.max(nextAt, performance.now()) + MIN_PAUSE
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  return client.request<CountedOverview[]>('GET', 'ticket_overviews?saved_views=true')
}

/** The user's overviews and saved views, in the order that the user prefers. */
export const overviews = (): Live<readonly CountedOverview[]> =>
  client.live({ key: 'overviews', load, events: ['ticket.*', 'overview.*', 'saved_view.*'] })

/** True for a view that the user saved. */
export const isSavedView = ({ link }: Pick<CountedOverview, 'link'>): boolean => link.startsWith('saved:')
