import { Button } from '../components/button.tsx'
import { useAdminTexts } from './admin-texts.ts'

interface PaginationProps {
  /** The number of the page, from 1. */
  page: number
  /** True if there may be older entries. */
  hasMore: boolean
  onPage: (page: number) => void
}

/** The buttons for newer and older entries of a log. */
export function Pagination({ page, hasMore, onPage }: PaginationProps) {
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
