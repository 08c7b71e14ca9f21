import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/shapes.ts'
import { classes } from './classes.ts'
import './button.css'

interface Look {
  /** `primary` marks the main action of a form or dialog, `danger` one that cannot be undone. */
  look?: 'plain' | 'primary' | 'quiet' | 'danger'
  isSmall?: boolean
  isWide?: boolean
  /** True while a request is running: the label stays, and the button keeps the focus. */
  isBusy?: boolean
  icon?: IconName
}

type ButtonProps = Look & ComponentProps<'button'> & { children: ReactNode }

/** A button with a text. */
export function Button({
  look = 'plain',
  isSmall,
  isWide,
  isBusy,
  icon,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes('button', `is-${look}`, isSmall && 'is-small', isWide && 'is-wide', className)}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

type IconButtonProps = Omit<Look, 'isWide'> & ComponentProps<'button'> & { icon: IconName; label: string }

/** A button with an icon; the label is its accessible name and its tooltip. */
export function IconButton({
  look = 'quiet',
  isSmall,
  isBusy,
  icon,
  label,
  className,
  title,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes('button', 'is-icon', `is-${look}`, isSmall && 'is-small', className)}
      aria-label={label}
      aria-disabled={isBusy || undefined}
      title={title ?? label}
    >
      <Icon name={icon} />
    </button>
  )
}
