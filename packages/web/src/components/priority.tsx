import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/shapes.ts'
import './state.css'

/** The urgency of a priority. */
export type Urgency = 'low' | 'normal' | 'high'

/**
 * Returns the urgency of a priority: by its colour, such as `high-priority`, if it has one. The default for new tickets is
 * normal.
 */
export function urgencyOf(priority: {
  id: number
  default_create?: boolean | null
  ui_color?: string | null
}): Urgency {
  if (priority.ui_color?.startsWith('high')) return 'high'
  if (priority.ui_color?.startsWith('low')) return 'low'
  if (priority.ui_color || priority.default_create) return 'normal'
  // The ids of a new desk: 1 is low, 2 normal, 3 high.
  if (priority.id === 1) return 'low'
  return priority.id >= 3 ? 'high' : 'normal'
}

/** The icon of an urgency. */
export const priorityIcon = (urgency: Urgency): IconName => `priority-${urgency}`

/** A priority: a shape and its name. In a list, the name is visible only to screen readers and in the tooltip. */
export function Priority({ urgency, name, isNameHidden }: { urgency: Urgency; name: string; isNameHidden?: boolean }) {
  return (
    <span className={`priority priority-${urgency}`} title={isNameHidden ? name : undefined}>
      <Icon name={priorityIcon(urgency)} />
      <span className={isNameHidden ? 'for-readers' : undefined}>{name}</span>
    </span>
  )
}
