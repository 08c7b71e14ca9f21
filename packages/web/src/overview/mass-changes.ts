import { client } from '../state/client.ts'
import { type Operation, type PreviousValues, type TicketChange, undoOperations } from './ticket-operations.ts'

/** The result of a mass change. Each ticket is changed or refused separately. */
export interface MassChangeResult {
  readonly changed: readonly number[]
  /** The reasons why tickets were not changed, by id. */
  readonly refused: ReadonlyMap<number, string>
  /** The former values, for an undo; empty if the change cannot be undone. */
  readonly previous: readonly PreviousValues[]
  /** The error of a failed request. Tickets of earlier requests are changed, those of later ones are not. */
  readonly failure?: unknown
}

/** Tickets by id, or all that match a request: the view, query and condition of a list. */
export type Selected = { readonly ids: readonly number[] } | { readonly request: object }

/** Called with the number of processed tickets. */
export type OnProgress = (done: number) => void

interface MassResponse {
  readonly ticket_ids: readonly number[]
  readonly refused: readonly { readonly ticket_id: number; readonly error: string }[]
  readonly previous: readonly PreviousValues[]
  /** The cursor for the next request; null if no tickets are left. */
  readonly after: number | null
}

interface BatchResponse {
  readonly results: readonly { readonly status: number; readonly body: ResultBody | null }[]
}

interface ResultBody {
  readonly error_human?: string
  /** The result of a merge, which has the status 200 even if it was refused. */
  readonly result?: string
  readonly message?: string
}

/** Maximum number of tickets in a request, and of writes in a batch. */
const MAX_TICKETS = 500
const MAX_OPERATIONS = 100

/** Applies the same changes to tickets. */
export const updateTickets = (
  selected: Selected,
  change: TicketChange,
  onProgress: OnProgress,
): Promise<MassChangeResult> =>
  collect(
    'ids' in selected
      ? requestsByIds('tickets/mass_update', selected.ids, change)
      : requestsByCursor('tickets/mass_update', { ...selected.request, ...change }),
    onProgress,
  )

/** Runs a macro on tickets. */
export const runMacro = (ids: readonly number[], macro_id: number, onProgress: OnProgress): Promise<MassChangeResult> =>
  collect(requestsByIds('tickets/mass_macro', ids, { macro_id }), onProgress)

/** Merges tickets into another one, given by its number. A merge cannot be undone. */
export function mergeTickets(
  ids: readonly number[],
  target: string,
  onProgress: OnProgress,
): Promise<MassChangeResult> {
  const path = (id: number) => `/ticket_merge/${id}/${target}`
  return runOperations(
    ids.map((id) => ({ id, method: 'PUT', path: path(id), body: {} })),
    onProgress,
  )
}

/** Undoes changes. */
export const undoChanges = ({ previous }: MassChangeResult, onProgress: OnProgress): Promise<MassChangeResult> =>
  runOperations(previous.flatMap(undoOperations), onProgress)

async function* requestsByIds(path: string, ids: readonly number[], body: object): AsyncGenerator<MassResponse> {
  for (let first = 0; first < ids.length; first += MAX_TICKETS) {
    // `partial`: each ticket is changed or refused separately. Requests without ids always do that.
    const json = { ...body, ticket_ids: ids.slice(first, first + MAX_TICKETS), partial: true }
    yield await client.request<MassResponse>('POST', path, { json })
  }
}

async function* requestsByCursor(path: string, body: object): AsyncGenerator<MassResponse> {
  let after: number | null = null
  do {
    const response: MassResponse = await client.request<MassResponse>('POST', path, { json: { ...body, after } })
    yield response
    after = response.after
  } while (after !== null)
}

async function collect(responses: AsyncIterable<MassResponse>, onProgress: OnProgress): Promise<MassChangeResult> {
  const changed: number[] = []
  const refused = new Map<number, string>()
  const previous: PreviousValues[] = []
  try {
    for await (const response of responses) {
      changed.push(...response.ticket_ids)
      previous.push(...response.previous)
      for (const { ticket_id, error } of response.refused) refused.set(ticket_id, error)
      onProgress(changed.length + refused.size)
    }
  } catch (failure) {
    return { changed, refused, previous, failure }
  }
  return { changed, refused, previous }
}

async function runOperations(operations: readonly Operation[], onProgress: OnProgress): Promise<MassChangeResult> {
  const tried = new Set<number>()
  const refused = new Map<number, string>()
  const outcome = () => ({ changed: [...tried].filter((id) => !refused.has(id)), refused, previous: [] })
  try {
    for (let first = 0; first < operations.length; first += MAX_OPERATIONS) {
      const batch = operations.slice(first, first + MAX_OPERATIONS)
      const json = { atomic: false, operations: batch.map(({ method, path, body }) => ({ method, path, body })) }
      const { results } = await client.request<BatchResponse>('POST', 'batch', { json })
      results.forEach(({ status, body }, index) => {
        const { id } = batch[index] as Operation
        tried.add(id)
        if (status >= 400 || body?.result === 'failed')
          refused.set(id, body?.error_human ?? body?.message ?? String(status))
      })
      onProgress(tried.size)
    }
  } catch (failure) {
    return { ...outcome(), failure }
  }
  return outcome()
}
