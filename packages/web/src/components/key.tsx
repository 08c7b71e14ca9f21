import { isMac } from '../format/mac.ts'
import './key.css'

const symbols: Record<string, string> = {
  Enter: '↵',
  Up: '↑',
  Down: '↓',
  Left: '←',
  Right: '→',
  ...(isMac && { Ctrl: '⌘', Shift: '⇧', Alt: '⌥' }),
}

/**
 * Keys to press, such as `Ctrl Enter` or `Q 1`. Screen readers skip them, and read only the text next to them; `isAnnounced` is for
 * tables of keys.
 */
export function Key({ keys, isAnnounced = false }: { keys: string; isAnnounced?: boolean }) {
  const parts = keys.split(' ')
  return (
    <span className="keys" aria-hidden={!isAnnounced}>
      {parts.map((key) => {
        const symbol = symbols[key] ?? key
        // Hidden keys are drawn by CSS, so that they do not become part of the button's text.
        return isAnnounced ? (
          <kbd key={key} className="key">
            {symbol}
          </kbd>
        ) : (
          <kbd key={key} className="key" data-sign={symbol} />
        )
      })}
    </span>
  )
}
