import { useEffect, useState } from 'react'
import type { DraftKeeper } from './draft-keeper.ts'
import { draftKey } from './draft-types.ts'
import { useWrites, writes } from './writes.ts'

/** Restores a draft that waited for the connection and was then refused. Returns the reason. */
export function useRefused(keeper: DraftKeeper): string | undefined {
  const [reason, setReason] = useState<string>()
  const key = draftKey(keeper.identity)
  const write = useWrites().find(({ draft, refusal }) => refusal !== undefined && draft?.key === key)
  useEffect(() => {
    const restore = async () => {
      if (!write?.draft || !(await writes.remove(write.id))) return
      setReason(write.refusal)
      keeper.bringBack(write.draft)
    }
    void restore()
  }, [keeper, write])
  return reason
}
