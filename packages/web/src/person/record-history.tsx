import { systemUser } from '@deskbell/contract'
import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { useCustomText } from '../components/custom-field.tsx'
import { historyValue } from '../components/custom-fields.ts'
import { Moment } from '../components/moment.tsx'
import { useCustomFields } from '../components/use-custom-fields.ts'
import { nameOf } from '../format/names.ts'
import { useMessages } from '../messages/messages.tsx'
import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'
import type { FullRecord, RecordPath } from './record-view.ts'

interface HistoryResponse extends Pick<FullRecord, 'assets'> {
  readonly history: readonly {
    readonly id: number
    readonly type: string
    readonly attribute?: string
    readonly value_from?: string
    readonly value_to?: string
    readonly created_by_id: number
    readonly created_at: string
  }[]
}

const objectNames = { users: 'User', organizations: 'Organization' } as const

/** The changes of a record, requested when the user opens them. */
export function RecordHistory({ path, id }: { path: RecordPath; id: number }) {
  const t = useMessages()
  const [isOpen, setOpen] = useState(false)
  return (
    <section>
      <h2>{t('person.history')}</h2>
      {isOpen ? (
        <HistoryEntries path={path} id={id} />
      ) : (
        <Button isSmall look="quiet" icon="history" onClick={() => setOpen(true)}>
          {t('person.showHistory')}
        </Button>
      )}
    </section>
  )
}

function HistoryEntries({ path, id }: { path: RecordPath; id: number }) {
  const t = useMessages()
  const fields = useCustomFields(objectNames[path], 'edit')
  const textOf = useCustomText()
  const { value } = useLive(
    client.live({
      key: `history ${path} ${id}`,
      load: () => client.request<HistoryResponse>('GET', `${path}/history/${id}`),
      events: (event) => event.collection === path && event.o_id === id,
    }),
  )
  return (
    <ol className="history">
      {value?.history.toReversed().map((entry) => {
        const author = value.assets.User?.[entry.created_by_id]
        const who = (
          <bdi key="who">{entry.created_by_id === systemUser || !author ? t('person.theService') : nameOf(author)}</bdi>
        )
        const { attribute = '', value_from = '', value_to = '' } = entry
        const field = fields.find(({ name }) => name === attribute)
        const displayed = (text: string) => (field ? textOf(field, historyValue(field, text)) : text) || '–'
        return (
          <li key={entry.id}>
            <span>
              {entry.type === 'created'
                ? t.rich('person.wasCreated', { who })
                : t.rich('person.wasChanged', {
                    who,
                    name: <b key="name">{field?.display ?? attribute}</b>,
                    before: <bdi key="before">{displayed(value_from)}</bdi>,
                    after: <bdi key="after">{displayed(value_to)}</bdi>,
                  })}
            </span>
            <Moment at={entry.created_at} />
          </li>
        )
      })}
    </ol>
  )
}
