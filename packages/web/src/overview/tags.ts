import { client } from '../state/client.ts'
import { useLive } from '../state/use-live.ts'

const none: readonly string[] = []
const noSource = { key: 'no tags', load: () => Promise.resolve(none), events: [] }
const source = {
  key: 'tags',
  load: async (): Promise<readonly string[]> => {
    const tags = await client.request<{ readonly value: string }[]>('GET', 'tag_search?term=')
    return tags.map(({ value }) => value)
  },
  events: ['tag.*'],
}

/** Resolves to the tags to choose from: the first ten, which is the limit of the service if a request names none. */
export const loadTags = (): Promise<readonly string[]> => client.live(source).refresh()

/** Returns the same tags as `loadTags`; an empty list until they are wanted and loaded. */
export const useTags = (isWanted: boolean): readonly string[] =>
  useLive(client.live(isWanted ? source : noSource)).value ?? none
