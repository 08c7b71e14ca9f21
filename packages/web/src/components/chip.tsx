import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/shapes.ts'
import { useMessages } from '../messages/messages.tsx'
import { classes } from './classes.ts'
import './chip.css'

interface ChipProps {
  look?: 'plain' | 'tag' | 'due' | 'overdue' | 'internal' | 'good' | 'vip' | 'accent'
  icon?: IconName
  /** Gives the chip a button that removes it. */
  onRemove?: () => void
  title?: string
  children: string
}

/** A short text with a border: a tag, a recipient, a status. */
export function Chip({ look = 'plain', icon, onRemove, title, children }: ChipProps) {
  const t = useMessages()
  const remove = t('components.remove', { name: children })
  return (
    <span className={classes('chip', look !== 'plain' && `is-${look}`)} title={title}>
      {icon && <Icon name={icon} />}
      <span>
        <bdi>{children}</bdi>
      </span>
      {onRemove && (
        <button type="button" aria-label={remove} title={remove} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
    </span>
  )
}
