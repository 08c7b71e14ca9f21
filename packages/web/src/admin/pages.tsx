import { Button } from '../components/button.tsx'
import { useAdminTexts } from './admin-texts.ts'

interface PagesProps {
  /** The number of the page, from 1. */
  page: number
  /** True if there may be older entries. */
  hasMore: boolean
  onPage: (page: number) => void
}

/** The ways to newer and older entries of a log. */
export function Pages({ page, hasMore, onPage }: PagesProps) {
  const a = useAdminTexts()
  return (
    <div className="setting-buttons">
      {page > 1 && (
        <Button isSmall onClick={() => onPage(page - 1)}>
          {a('newer')}
        </Button>
      )}
      {hasMore && (
        <Button isSmall onClick={() => onPage(page + 1)}>
          {a('older')}
        </Button>
      )}
    </div>
  )
}
