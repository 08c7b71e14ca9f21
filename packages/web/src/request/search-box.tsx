import { FilterBox } from '../components/filter-box.tsx'
import { useSearchText } from '../components/use-search-text.ts'
import { useMessages } from '../messages/messages.tsx'

/** Milliseconds after the last key until the search begins. */
const DEBOUNCE = 250

/** A field that searches the requests of a list while the user types. */
export function SearchBox({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const t = useMessages()
  const { typed, setTyped, search } = useSearchText(text, onSearch, DEBOUNCE)
  return <FilterBox label={t('request.search')} value={typed} onChange={setTyped} onEnter={search} />
}
