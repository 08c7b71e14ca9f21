import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useMessages } from '../messages/messages.tsx'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import './dialog.css'

interface DialogProps {
  title: string
  /** Called by Esc, the close button and a press outside. Without it, the user cannot close the dialog. */
  onClose?: (() => void) | undefined
  /** Dialogs are centered; a sheet fills one edge of the window, for small screens and long forms. */
  kind?: 'dialog' | 'wide' | 'sheet-start' | 'sheet-end' | 'sheet-bottom'
  /** True while a request is running: the dialog cannot be closed. */
  isBusy?: boolean
  /** Hides the title from view but not from screen readers, if the content shows it. */
  isTitleHidden?: boolean
  /** The buttons at the foot, the main one last. */
  foot?: ReactNode
  className?: string
  children: ReactNode
}

/**
 * A dialog above the page, shown while it is rendered. The page below is inert. The focus moves to the first enabled element
 * with `data-autofocus`, otherwise to the first field, otherwise to the last button, and returns when the dialog closes.
 */
export function Dialog({ title, onClose, kind = 'dialog', isBusy = false, isTitleHidden, foot, ...rest }: DialogProps) {
  const t = useMessages()
  const id = useId()
  const dialog = useModal()
  const close = () => {
    if (!isBusy) onClose?.()
  }
  return (
    // Esc closes the dialog, as a press next to it does.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={classes('dialog', `is-${kind}`, rest.className)}
      aria-labelledby={id}
      aria-busy={isBusy || undefined}
      onCancel={(event) => {
        event.preventDefault()
        // A file input in the dialog fires this event, too, when the user chooses no file.
        if (event.target === event.currentTarget) close()
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) close()
      }}
    >
      <div className="dialog-card">
        <header className={isTitleHidden ? 'for-readers' : 'dialog-head'}>
          <h2 id={id}>{title}</h2>
          {onClose && !isTitleHidden && <IconButton icon="close" label={t('components.close')} onClick={close} />}
        </header>
        <div className="dialog-body">{rest.children}</div>
        {foot !== undefined && <footer className="dialog-foot">{foot}</footer>}
      </div>
    </dialog>
  )
}

const fields = 'input:not([type=hidden]), textarea, select, [contenteditable=true]'

function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    const previous = document.activeElement
    element?.showModal()
    const first =
      element?.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)') ??
      element?.querySelector<HTMLElement>(fields)
    const mainButton = element?.querySelector<HTMLElement>('.dialog-foot button:last-of-type')
    ;(first ?? mainButton)?.focus()
    return () => {
      element?.close()
      if (previous instanceof HTMLElement && previous.isConnected) previous.focus()
    }
  }, [])
  return dialog
}
