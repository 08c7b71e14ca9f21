import type { IconName } from '../icon/shapes.ts'
import { type CountedOverview, isSavedView } from '../state/overviews.ts'

/** Icons of the overviews of a new desk. */
const icons: Readonly<Record<string, IconName>> = {
  my_assigned: 'user',
  all_unassigned: 'inbox',
  my_pending_reached: 'clock',
  my_mentioned_tickets: 'at',
  all_open: 'state-open',
  all_pending_reached: 'calendar',
  all_escalated: 'flag',
  my_replacement_tickets: 'users',
}

/** The icon of an overview or of a saved view. */
export const overviewIcon = (overview: CountedOverview): IconName =>
  isSavedView(overview) ? 'filter' : (icons[overview.link] ?? 'list')
