import { type ResourceName, resources } from '@deskbell/contract'
import { useNavigate, useSearch as useAddress } from '@tanstack/react-router'
import { useState } from 'react'
import { Segments } from '../components/segments.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { useLive } from '../state/use-live.ts'
import { KindTabs } from './kind-tabs.tsx'
import { readAddress, type Sort } from './address.ts'
import { kindsFor } from './kind-rights.ts'
import { kinds } from './kinds.ts'
import { type Mistake, noticedMistake, refusedMistake } from './mistake.ts'
import { useResources } from './names.ts'
import { Results } from './results.tsx'
import { SearchBar } from './search-bar.tsx'
import { foundBy, type Search } from './search-data.ts'
import { SearchForm } from './search-form.tsx'
import { focusResult, useResultKeys } from './use-result-keys.ts'
import { isViewQuery } from './view-query.ts'
import './search.css'
import './results.css'

/** The search: a box, and the results. */
export function SearchScreen() {
  const { q = '' } = readAddress(useAddress({ strict: false }))
  const known = useResources()
  // An empty box is shown at once. A query in the address may contain a custom field, so it waits for these.
  const at = known ?? (q === '' ? standard : undefined)
  return at ? <SearchPage at={at} /> : null
}

/** Returns a resource by its name, without custom fields. */
const standard = (name: string) => resources[name as ResourceName]

function SearchPage({ at }: { at: NonNullable<ReturnType<typeof useResources>> }) {
  const t = useMessages()
  const { q = '', kind: wanted, sort = 'newest' } = readAddress(useAddress({ strict: false }))
  const [usual = 'tickets', ...others] = kindsFor(useSession().may)
  const kind = wanted && others.includes(wanted) ? wanted : usual
  const go = useNavigate()
  const [written, setWritten] = useState({ q, text: q })
  const text = written.q === q ? written.text : q
  useResultKeys()

  const search: Search = { query: q, kind, sort }
  const { found, error, hint, setMistake } = useOutcome(search, text)
  const isValid = !found?.notices && found?.read_as === undefined
  const canSave = q !== '' && kind === 'tickets' && isValid && isViewQuery(q, kinds.tickets.resource, at)
  const open = (change: Partial<Search>) => {
    const { query, kind: nextKind, sort: nextSort } = { ...search, ...change }
    const address = {
      ...(query !== '' && { q: query }),
      ...(nextKind !== usual && { kind: nextKind }),
      ...(nextSort === 'best' && { sort: nextSort }),
    }
    void go({ to: '/search', search: address })
  }
  return (
    <>
      <SearchBar search={search} canSave={canSave} />
      <SearchForm
        {...{ text, kind, at, error, hint }}
        onText={(next) => setWritten({ q, text: next })}
        onMistake={setMistake}
        onSearch={(query) => {
          setWritten({ q, text: query.trim() })
          open({ query: query.trim() })
        }}
        onLeave={() => focusResult(0)}
      >
        <div className="search-tabs">
          <KindTabs search={search} />
          <span className="spacer" />
          <Segments<Sort>
            label={t('search.order')}
            segments={[
              { id: 'newest', name: t('search.newest') },
              { id: 'best', name: t('search.best') },
            ]}
            value={sort}
            onChange={(next) => open({ sort: next })}
          />
        </div>
      </SearchForm>
      {q !== '' && <Results search={search} isOutdated={error !== undefined} />}
    </>
  )
}

/**
 * The response to the query in the address, and the mistake in the box: an error while the user types another query, or
 * if the service refused this one; a hint if the service has read a part of it in another way.
 */
function useOutcome({ query, ...search }: Search, text: string) {
  const [mistake, setMistake] = useState<Mistake>()
  const { value: found, error } = useLive(query === '' ? undefined : foundBy({ query, ...search }, 1))
  const isSearched = text.trimEnd() === query.trimEnd()
  return {
    found,
    error: isSearched ? refusedMistake(query, error) : mistake,
    hint: isSearched ? noticedMistake(query, found?.notices) : undefined,
    setMistake,
  }
}
