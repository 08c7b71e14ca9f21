import { useSearchText } from '../components/use-search-text.ts'
import { Icon } from '../icon/icon.tsx'
import { useMessages } from '../messages/messages.tsx'

/** Milliseconds after the last key until the search begins. */
const DEBOUNCE = 250

/** A field that searches the requests of a list while the user types. */
export function SearchBox({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const t = useMessages()
  const { typed, setTyped, search } = useSearchText(text, onSearch, DEBOUNCE)
  return (
    <label className="filter-box">
      <Icon name="search" />
      <input
        type="search"
        value={typed}
        placeholder={t('request.search')}
        aria-label={t('request.search')}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') search()
        }}
      />
    </label>
  )
}
