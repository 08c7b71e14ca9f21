import type { ComponentProps, ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'
import { Menu } from './menu.tsx'

interface SplitButtonProps extends ComponentProps<typeof Button> {
  /** The name of the button that opens the menu: "Other ways to send". */
  moreLabel: string
  /** The entries of the menu. */
  more: ReactNode
}

/** A button for the usual action, and a second one with a menu of alternatives. */
export function SplitButton({ moreLabel, more, ...button }: SplitButtonProps) {
  const { look = 'primary', isSmall = false } = button
  return (
    <span className="split-button">
      <Button {...button} look={look} />
      <Menu align="end" button={<IconButton look={look} isSmall={isSmall} icon="down" label={moreLabel} />}>
        {more}
      </Menu>
    </span>
  )
}
