import { Dialog } from '../components/dialog.tsx'
import type { TextName } from '../messages/languages.ts'
import { useMessages } from '../messages/messages.tsx'

/** Example queries with their explanations. */
const examples: readonly (readonly [query: string, text: TextName])[] = [
  ['printer', 'search.how_word'],
  ['print*', 'search.how_prefix'],
  ['"paper jam"', 'search.how_phrase'],
  ['printer -offline', 'search.how_without'],
  ['state:(new OR open)', 'search.how_field'],
  ['customer.organization.name:"Harbor Bakery"', 'search.how_path'],
  ['created_at:>now-30d', 'search.how_since'],
  ['updated_at:[2026-01-01 TO 2026-03-31]', 'search.how_between'],
  ['_missing_:first_response_at', 'search.how_missing'],
]

/** Explains the search language by examples. */
export function HowToSearch({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  return (
    <Dialog title={t('search.how')} onClose={onClose}>
      <dl className="how-to-search">
        {examples.map(([query, text]) => (
          <div key={query}>
            <dt>
              <code>{query}</code>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
