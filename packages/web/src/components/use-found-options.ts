import { useEffect, useState } from 'react'
import { useMessages } from '../messages/messages.tsx'
import { announce } from './announcer.tsx'
import type { Option } from './option-list.tsx'
import { match } from './matching.ts'

/** Milliseconds without another key after which the service is searched. */
const DEBOUNCE = 120

/** The source of options: a loaded list, or a search of the service. */
export type OptionSource = readonly Option[] | ((typed: string, signal: AbortSignal) => Promise<readonly Option[]>)

/** The options that match the typed text. While a search runs, they are those of the previous search. */
export interface FoundOptions {
  readonly options: readonly Option[]
  /** The text for which `options` were found; undefined before the first response. */
  readonly typed: string | undefined
  readonly isBusy: boolean
  readonly error?: unknown
}

/**
 * Returns those of the given options that match the typed text, and then others that are found for it. A function as a source
 * must keep its identity between renders.
 */
export function useMatchingOptions(typed: string, options: readonly Option[], more: OptionSource = none): FoundOptions {
  const found = useFoundOptions(more, typed.trim(), true)
  const ids = new Set(options.map(({ id }) => id))
  const all = [...options, ...found.options.filter(({ id }) => !ids.has(id))]
  return { ...found, options: all.filter(({ name }) => match(typed, name)) }
}

/** Announces the number of options for each text for which they were found, while the list is open. */
export function useAnnouncedCount(typed: string | undefined, count: number, isOpen: boolean) {
  const t = useMessages()
  useEffect(() => {
    if (isOpen && typed !== undefined) announce(t('components.options', { count }))
  }, [t, typed, count, isOpen])
}

const none: readonly Option[] = []
const noOptions: FoundOptions = { options: [], typed: undefined, isBusy: false }

/** Finds the options for a text. A function as a source must keep its identity between renders. */
export function useFoundOptions(source: OptionSource, typed: string, isOpen: boolean): FoundOptions {
  const [found, setFound] = useState(noOptions)
  useEffect(() => {
    if (!isOpen || typeof source !== 'function') return undefined
    const request = new AbortController()
    const search = async () => {
      setFound((last) => ({ ...last, isBusy: true }))
      try {
        const options = await source(typed, request.signal)
        if (!request.signal.aborted) setFound({ options, typed, isBusy: false })
      } catch (error) {
        if (!request.signal.aborted) setFound({ options: [], typed, isBusy: false, error })
      }
    }
    const timer = setTimeout(() => void search(), DEBOUNCE)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [source, typed, isOpen])
  if (typeof source === 'function') return found
  return { options: source.filter(({ name }) => match(typed, name)), typed, isBusy: false }
}
