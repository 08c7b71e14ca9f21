import { Loading, Skeleton } from '../components/loading.tsx'
import { PageBar } from '../components/page-bar.tsx'

/** A placeholder for a person or an organization that is being loaded. `label` names the kind: "People". */
export function RecordLoading({ label }: { label: string }) {
  return (
    <>
      <PageBar title={label} />
      <Loading label={label}>
        <div className="record-main">
          <div className="record-head">
            <Skeleton width="2.5rem" height="2.5rem" />
            <Skeleton width="40%" height="1.25rem" />
          </div>
          <RowsLoading />
        </div>
      </Loading>
    </>
  )
}

/** A placeholder for tickets that are being searched. */
export const TicketsLoading = ({ title }: { title: string }) => (
  <Loading label={title}>
    <RowsLoading />
  </Loading>
)

const RowsLoading = () => (
  <>
    <Skeleton width="30%" />
    <Skeleton />
    <Skeleton width="80%" />
    <Skeleton width="90%" />
  </>
)
