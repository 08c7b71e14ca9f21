import { type ResourceName, resources } from '@deskbell/contract'
import { useSession } from '../../state/session.tsx'
import { useLive } from '../../state/use-live.ts'
import { optionsOf, type RecordOption } from './options.ts'

/** Returns the records to choose from; undefined until they are loaded, and for a user who may not read them. */
export function useOptions(resource: ResourceName): readonly RecordOption[] | undefined {
  const mayRead = useMayRead(resource)
  return useLive(mayRead ? optionsOf(resource) : undefined).value
}

/** True if the user may read the records of a resource. */
export function useMayRead(resource: ResourceName | undefined): boolean {
  const { may } = useSession()
  if (!resource) return false
  const readers: readonly string[] = resources[resource].can.read ?? []
  return readers.length === 0 || readers.some(may)
}
