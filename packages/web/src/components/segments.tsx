import { type KeyboardEvent, useRef } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/shapes.ts'
import { itemForKey } from './menu-keys.ts'
import './segments.css'

/** One of the choices of a segmented control. */
export interface Segment<Id extends string> {
  readonly id: Id
  readonly name: string
  readonly icon?: IconName
  readonly count?: number | string
}

interface SegmentsProps<Id extends string> {
  /** The name of the control for screen readers. */
  label: string
  segments: readonly Segment<Id>[]
  value: Id
  onChange: (id: Id) => void
  /** `tabs` switch the content of `panelId`; `choice` sets a value. */
  kind?: 'tabs' | 'choice'
  panelId?: string
}

/** A segmented control: a few choices in a row, one of which is selected. Arrows move and choose; Tab leaves it. */
export function Segments<Id extends string>({
  label,
  segments,
  value,
  onChange,
  kind = 'choice',
  panelId,
}: SegmentsProps<Id>) {
  const list = useRef<HTMLDivElement>(null)
  const isTabs = kind === 'tabs'
  const move = (event: KeyboardEvent) => {
    const index = segments.findIndex(({ id }) => id === value)
    // Without names, letters move to no segment.
    const next = itemForKey(
      asVertical(event),
      segments.map(() => ''),
      index,
    )
    const segment = segments[next ?? -1]
    if (!segment) return
    event.preventDefault()
    event.stopPropagation()
    onChange(segment.id)
    ;(list.current?.children[next ?? 0] as HTMLElement | undefined)?.focus()
  }
  return (
    <div ref={list} className="segments" role={isTabs ? 'tablist' : 'radiogroup'} aria-label={label} onKeyDown={move}>
      {segments.map(({ id, name, icon, count }) => (
        <button
          key={id}
          type="button"
          role={isTabs ? 'tab' : 'radio'}
          aria-selected={isTabs ? id === value : undefined}
          aria-checked={isTabs ? undefined : id === value}
          aria-controls={panelId}
          tabIndex={id === value ? 0 : -1}
          onClick={() => onChange(id)}
        >
          {icon && <Icon name={icon} isDirectional />}
          {name}
          {count !== undefined && <span className="count">{count}</span>}
        </button>
      ))}
    </div>
  )
}

/** Maps the left and right arrows to up and down, in the direction of the text. */
function asVertical(event: KeyboardEvent) {
  const isLeftToRight = getComputedStyle(event.currentTarget).direction === 'ltr'
  const keys: Record<string, string> = {
    ArrowLeft: isLeftToRight ? 'ArrowUp' : 'ArrowDown',
    ArrowRight: isLeftToRight ? 'ArrowDown' : 'ArrowUp',
  }
  const { ctrlKey, metaKey, altKey } = event
  return { key: keys[event.key] ?? event.key, ctrlKey, metaKey, altKey }
}
