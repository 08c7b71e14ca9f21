import { isMac } from '../format/mac.ts'
import './key.css'

const signs: Record<string, string> = {
  Enter: '↵',
  Up: '↑',
  Down: '↓',
  Left: '←',
  Right: '→',
  ...(isMac && { Ctrl: '⌘', Shift: '⇧', Alt: '⌥' }),
}

/**
 * Keys to press, such as `Ctrl Enter` or `Q 1`. Next to a button they are hidden from screen readers; `isRead` is for
 * tables of keys.
 */
export function Key({ keys, isRead = false }: { keys: string; isRead?: boolean }) {
  const parts = keys.split(' ')
  return (
    <span className="keys" aria-hidden={!isRead}>
      {parts.map((key) => {
        const sign = signs[key] ?? key
        // Hidden keys are drawn by CSS, so that they do not become part of the button's text.
        return isRead ? (
          <kbd key={key} className="key">
            {sign}
          </kbd>
        ) : (
          <kbd key={key} className="key" data-sign={sign} />
        )
      })}
    </span>
  )
}
