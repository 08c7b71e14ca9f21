import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'
import { Button, IconButton } from './button.tsx'
import { Key } from './key.tsx'
import { DEFAULT_SECONDS, type ShownToast, toasts } from './toasts.ts'
import './toast.css'

/** The region of the toasts at the bottom of the window, above the bar of the screen. A document has one. */
export function ToastRegion() {
  const t = useMessages()
  const region = useRef<HTMLElement>(null)
  const shown = useSyncExternalStore(toasts.subscribe, toasts.list)
  const newest = shown.at(-1)?.id
  useLayoutEffect(() => {
    // Showing the region again moves it above a dialog that was opened meanwhile.
    region.current?.hidePopover()
    if (newest !== undefined) region.current?.showPopover()
  }, [newest])
  useAboveBar(region, newest)
  return (
    <section ref={region} className="toast-region" popover="manual" aria-label={t('components.toasts')}>
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

/** The bars at the bottom of screens, whose buttons must stay visible. */
const bars = '.composer-dock .composer, .bulk-bar'

/** Keeps the region above the bar of the screen while there are toasts, also when the editor opens in its dock. */
function useAboveBar(region: RefObject<HTMLElement | null>, newest: number | undefined) {
  useLayoutEffect(() => {
    if (newest === undefined) return undefined
    const place = () => {
      const bar = document.querySelector(bars)
      const height = bar ? innerHeight - bar.getBoundingClientRect().top : 0
      region.current?.style.setProperty('inset-block-end', `${Math.max(0, height)}px`)
    }
    place()
    const sizes = new ResizeObserver(place)
    for (const bar of document.querySelectorAll('.composer-dock, .bulk-bar')) sizes.observe(bar)
    addEventListener('resize', place)
    return () => {
      sizes.disconnect()
      removeEventListener('resize', place)
    }
  }, [region, newest])
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const t = useMessages()
  const { id, icon, isError, text, secondsLeft, seconds = DEFAULT_SECONDS, onUndo, action } = toast
  const pause = () => toasts.setPaused(id, true)
  const resume = () => toasts.setPaused(id, false)
  return (
    <div
      className={isError ? 'toast is-error' : 'toast'}
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
    >
      {icon && <Icon name={icon} isDirectional />}
      <span role={isError ? 'alert' : 'status'}>
        {typeof text === 'function' ? text(Math.ceil(secondsLeft)) : text}
      </span>
      {onUndo && (
        <Button isSmall aria-keyshortcuts="Control+Z" onClick={() => toasts.undo(id)}>
          {t('components.undo')} <Key keys="Ctrl Z" />
        </Button>
      )}
      {action && (
        <Button
          isSmall
          onClick={() => {
            toasts.expire(id)
            action.onPress()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton isSmall icon="close" label={t('components.close')} onClick={() => toasts.expire(id)} />
      <span className="toast-time" style={{ inlineSize: `${Math.max(0, secondsLeft / seconds) * 100}%` }} />
    </div>
  )
}
