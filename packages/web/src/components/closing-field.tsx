import { Combobox, type ComboboxProps } from './combobox.tsx'

interface ClosingFieldProps extends Omit<ComboboxProps, 'isLabelHidden' | 'autoFocus' | 'cancelsOnLeave'> {
  /** True while a choice is carried out: leaving the field does not close it then. */
  isBusy?: boolean
  onClose: () => void
}

/** A field that is shown until an option is chosen. Esc and leaving it close it without a choice. */
export function ClosingField({ isBusy = false, onClose, ...combobox }: ClosingFieldProps) {
  return (
    // Esc closes the field, whichever element in it has the focus.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      aria-busy={isBusy || undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      onBlur={(event) => {
        if (!isBusy && !event.currentTarget.contains(event.relatedTarget)) onClose()
      }}
    >
      <Combobox isLabelHidden autoFocus cancelsOnLeave {...combobox} />
    </div>
  )
}
