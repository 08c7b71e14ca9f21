import type { Live } from '@deskbell/client'
import type { ReactNode } from 'react'
import { LoadError } from '../../components/load-error.tsx'
import { Loading, Skeleton } from '../../components/loading.tsx'
import { PageBar } from '../../components/page-bar.tsx'
import { useLive } from '../../state/use-live.ts'
import { useAdminTexts } from '../admin-texts.ts'

interface LivePageProps<Value> {
  title: string
  view: Live<Value>
  /** Buttons in the bar. */
  actions?: ReactNode
  /** Elements above the content, which are shown before it is loaded. */
  tools?: ReactNode
  /** An element before the title, such as a link back. */
  before?: ReactNode
  /** Uses a narrow column, for text and fields instead of a table. */
  isNarrow?: boolean
  children: (value: Value) => ReactNode
}

/** A screen that shows a live value, the progress of loading it, or the failure. */
export function LivePage<Value>({ title, view, actions, tools, before, isNarrow, children }: LivePageProps<Value>) {
  const a = useAdminTexts()
  const { value, error } = useLive(view)
  const retry = () => void view.refresh().catch(() => undefined)
  return (
    <>
      <PageBar title={title} before={before}>
        {actions}
      </PageBar>
      <div className={isNarrow ? 'table-side is-narrow' : 'table-side'}>
        {tools}
        {value !== undefined && children(value)}
        {value === undefined && error !== undefined && (
          <LoadError title={a('list_failed')} error={error} onRetry={retry} />
        )}
        {value === undefined && error === undefined && (
          <Loading label={title}>
            <Skeleton height="10rem" />
          </Loading>
        )}
      </div>
    </>
  )
}
