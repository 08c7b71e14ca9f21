import { type Resource, type ResourceName, resources } from '@deskbell/contract'
import { useNavigate, useSearch as useAddress } from '@tanstack/react-router'
import { useState } from 'react'
import { Segments } from '../components/segments.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useSession } from '../state/session.tsx'
import { useLive } from '../state/use-live.ts'
import { KindTabs } from './kind-tabs.tsx'
import { readAddress, type SearchAddress, type Sort } from './address.ts'
import { kindsFor } from './kind-rights.ts'
import { kinds } from './kinds.ts'
import { type Mistake, noticedMistake, refusedMistake } from './mistake.ts'
import { useResources } from './use-resources.ts'
import { Results } from './results.tsx'
import { SearchBar } from './search-bar.tsx'
import { searchView, type Search } from './search-data.ts'
import { SearchForm } from './search-form.tsx'
import { focusResult, useResultKeys } from './use-result-keys.ts'
import { useShownSearch } from './use-shown-search.ts'
import { isViewQuery } from './view-query.ts'
import './search.css'
import './results.css'

/** The search: a box, and the results. */
export function SearchScreen() {
  const { q = '' } = readAddress(useAddress({ strict: false }))
  const withCustomFields = useResources()
  // An empty box is shown at once. A query in the address may contain a custom field, so the page waits for these fields.
  const resourceOf = withCustomFields ?? (q === '' ? standardResource : undefined)
  return resourceOf ? <SearchPage resourceOf={resourceOf} /> : null
}

/** Returns a resource by its name, without custom fields. */
const standardResource = (name: string) => resources[name as ResourceName]

type FindResource = (name: string) => Resource

function SearchPage({ resourceOf }: { resourceOf: FindResource }) {
  const t = useMessages()
  const { q = '', kind: requestedKind, sort = 'newest', exact } = readAddress(useAddress({ strict: false }))
  const [firstKind = 'tickets', ...others] = kindsFor(useSession().may)
  const kind = requestedKind && others.includes(requestedKind) ? requestedKind : firstKind
  const navigate = useNavigate()
  const [entered, setEntered] = useState({ q, text: q })
  // A query from another address, as after Back, replaces the typed text.
  const text = entered.q === q ? entered.text : q
  useResultKeys()

  const { shown, error, hint, setMistake } = useOutcome({ query: q, kind, sort }, text, exact === 1)
  const canSave = useCanSave(shown, resourceOf)
  const open = (address: SearchAddress) =>
    void navigate({ to: '/search', search: readAddress({ ...address, ...(kind !== firstKind && { kind }) }) })
  const search = (query: string) => {
    setEntered({ q, text: query })
    open({ q: query, sort })
  }
  return (
    <>
      <SearchBar search={shown} canSave={canSave} />
      <SearchForm
        {...{ text, kind, resourceOf, error, hint }}
        onText={(next) => setEntered({ q, text: next })}
        onMistake={setMistake}
        onSearch={(query) => search(query.trim())}
        onLeave={() => focusResult(0)}
      >
        <div className="search-tabs">
          <KindTabs search={shown} isExact={exact === 1} />
          <span className="spacer" />
          <Segments<Sort>
            label={t('search.order')}
            segments={[
              { id: 'newest', name: t('search.newest') },
              { id: 'best', name: t('search.best') },
            ]}
            value={sort}
            onChange={(next) => open({ q, sort: next, ...(exact && { exact }) })}
          />
        </div>
      </SearchForm>
      {q !== '' && <Results search={shown} isOutdated={error !== undefined} />}
    </>
  )
}

/**
 * The search whose results are shown, and the mistake in the box: an error while the user types another query, or if the
 * service refused this one; a hint if the service has read a part of it in another way.
 */
function useOutcome(search: Search, text: string, isExact: boolean) {
  const [mistake, setMistake] = useState<Mistake>()
  const { results, error, shown } = useShownSearch(search, isExact)
  const { query } = search
  const isSearched = text.trimEnd() === query.trimEnd()
  return {
    shown,
    error: isSearched ? refusedMistake(query, error) : mistake,
    hint: isSearched ? noticedMistake(query, results?.notices) : undefined,
    setMistake,
  }
}

/** Returns true if a saved view can have the query, and would find the same tickets. */
function useCanSave(search: Search, resourceOf: FindResource): boolean {
  const { query, kind } = search
  const { value } = useLive(query === '' ? undefined : searchView(search, 1))
  const isReadAsWritten = value?.notices === undefined && value?.read_as === undefined
  return query !== '' && kind === 'tickets' && isReadAsWritten && isViewQuery(query, kinds.tickets.resource, resourceOf)
}
