import { useLive } from '../../state/use-live.ts'
import { textIn } from '../fields/text-in.ts'
import { allRecords } from '../records/records.ts'

/** The name of a mail account. */
export function AccountName({ id }: { id: number | null }) {
  const { value } = useLive(allRecords('channel'))
  return <bdi>{textIn(value?.records.find((account) => account.id === id)?.['name'])}</bdi>
}
