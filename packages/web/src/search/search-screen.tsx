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
import { type Mistake, mistakeIn, noticedMistake, refusedMistake } from './mistake.ts'
import { useResources } from './names.ts'
import { Results } from './results.tsx'
import { SearchBar } from './search-bar.tsx'
import { foundBy, type Search } from './search-data.ts'
import { SearchForm } from './search-form.tsx'
import { focusResult, useResultKeys } from './use-result-keys.ts'
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
  const isRefused = q === '' || mistakeIn(q, kinds[kind].resource, at) !== undefined
  const { mistake, isOutdated, setMistake } = useMistake(search, text, isRefused)
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
      <SearchBar search={search} canSave={!isRefused && kind === 'tickets'} />
      <SearchForm
        {...{ text, kind, at, mistake }}
        onText={(next) => setWritten({ q, text: next })}
        onMistake={setMistake}
        onSearch={(query) => open({ query: query.trim() })}
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
      {!isRefused && <Results search={search} isOutdated={isOutdated} />}
    </>
  )
}

/** The error in the box: detected by the page while the user types, or by the service in the submitted query. */
function useMistake(search: Search, text: string, isRefused: boolean) {
  const [mistake, setMistake] = useState<Mistake>()
  const { value, error } = useLive(isRefused ? undefined : foundBy(search, 1))
  const isSearched = text === search.query
  const refused = mistake ?? (isSearched ? refusedMistake(text, error) : undefined)
  const noticed = isSearched ? noticedMistake(text, value?.notices) : undefined
  return { mistake: refused ?? noticed, isOutdated: refused !== undefined, setMistake }
}
