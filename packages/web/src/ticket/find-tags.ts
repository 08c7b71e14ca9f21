import type { Option } from '../components/option-list.tsx'
import { client } from '../state/client.ts'

/** Finds up to ten tags that contain the typed text. The id and the name of an option are the tag. */
export async function findTags(typed: string, signal: AbortSignal): Promise<readonly Option[]> {
  const path = `tag_search?term=${encodeURIComponent(typed)}`
  const tags = await client.request<{ value: string }[]>('GET', path, { signal })
  return tags.map(({ value }) => ({ id: value, name: value }))
}
