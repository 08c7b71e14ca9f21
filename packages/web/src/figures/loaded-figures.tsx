import type { Live } from '@deskbell/client'
import { type ReactNode, Suspense } from 'react'
import { LoadError } from '../components/load-error.tsx'
import { Loading, Skeleton } from '../components/loading.tsx'
import { PageBar } from '../components/page-bar.tsx'
import { useMessages } from '../messages/messages.tsx'
import { useLive } from '../state/use-live.ts'
import { useFiguresTexts } from './figures-texts.ts'
import './figures.css'

/** A screen of figures, or a placeholder while its texts are loaded. */
export function FiguresScreen({ children }: { children: ReactNode }) {
  const t = useMessages()
  return (
    <Suspense
      fallback={
        <>
          <PageBar title="" />
          <FiguresLoading label={t('shell.figures')} />
        </>
      }
    >
      {children}
    </Suspense>
  )
}

interface LoadedFiguresProps<Value> {
  view: Live<Value>
  /** Renders the figures once they are loaded. */
  children: (value: Value) => ReactNode
}

/** Shows figures, the progress of loading them, or the failure. */
export function LoadedFigures<Value>({ view, children }: LoadedFiguresProps<Value>) {
  const t = useFiguresTexts()
  const { value, error } = useLive(view)
  if (value !== undefined) {
    return (
      <div className="figures-page">
        <div className="figures-inner">{children(value)}</div>
      </div>
    )
  }
  if (error === undefined) return <FiguresLoading label={t('loading')} />
  return <LoadError title={t('failed')} error={error} onRetry={() => void view.refresh().catch(() => undefined)} />
}

const FiguresLoading = ({ label }: { label: string }) => (
  <div className="figures-page">
    <Loading label={label}>
      <div className="figures-inner">
        <Skeleton height="6.5rem" />
        <Skeleton height="17rem" />
        <Skeleton height="14rem" />
      </div>
    </Loading>
  </div>
)
