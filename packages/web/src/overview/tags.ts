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

/** Resolves to the tags to choose from. */
export const loadTags = (): Promise<readonly string[]> => client.live(source).refresh()

/**
 * Returns the tags to choose from; an empty list until they are wanted and loaded. Other tags are found by typing
 * their names.
 */
export const useTags = (isWanted: boolean): readonly string[] =>
  useLive(client.live(isWanted ? source : noSource)).value ?? none
