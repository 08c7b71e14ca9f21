import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { DraftKeeper, type LocalDrafts, type SavedDrafts } from './draft-keeper.ts'
import type { LocalDraft, SavedDraft, DraftContent } from './draft-types.ts'

const identity = { userId: 4, ticketId: 1, kind: 'reply' } as const

const writing = (body: string): DraftContent => ({
  new_article: { type: 'email', internal: false, body, content_type: 'text/html' },
  ticket_attributes: {},
  form_id: 'form',
  files: [],
  basis: 0,
})

/** A service with at most one draft. `isAway` makes its requests fail. */
function service() {
  const state = { isAway: false, saved: undefined as SavedDraft | undefined, saves: 0, hasTicket: true }
  const respond = <Value>(value: () => Value): Promise<Value> =>
    state.isAway ? Promise.reject(new Error('away')) : Promise.resolve(value())
  const save = ({ new_article, ticket_attributes, form_id }: DraftContent): SavedDraft => {
    const updated_at = new Date(Date.now() + ++state.saves).toISOString()
    const times = { created_at: updated_at, updated_at }
    return (state.saved = { id: 9, ticket_id: 1, kind: 'reply', new_article, ticket_attributes, form_id, ...times })
  }
  const drafts: SavedDrafts = {
    find: () => respond(() => state.saved),
    create: (_, writing) => respond(() => (state.saved ? undefined : save(writing))),
    update: (_, { updatedAt }, writing) =>
      respond(() => (state.saved?.updated_at === updatedAt ? save(writing) : undefined)),
    delete: () => respond(() => (state.saved = undefined)),
    hasTicket: () => respond(() => state.hasTicket),
    read: async ({ new_article }) => writing(new_article.body),
  }
  return { state, drafts, save }
}

/** A device: its drafts outlive the keepers of its tabs. */
function device() {
  const rows = new Map<string, LocalDraft>()
  const local: LocalDrafts = {
    get: async (key) => rows.get(key),
    put: async (draft) => rows.set(draft.key, draft),
    delete: async (key) => rows.delete(key),
  }
  return { rows, local }
}

/** Resolves when all work is done that does not wait for a timer. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

const bodyOf = (keeper: DraftKeeper) => keeper.snapshot().draft?.writing.new_article.body

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
afterEach(() => mock.timers.reset())

test('a change is saved on the device at once, and at the service after a pause of two seconds', async () => {
  const { state, drafts } = service()
  const { rows, local } = device()
  const keeper = new DraftKeeper(identity, local, drafts)
  await keeper.open()
  keeper.change(writing('Hel'))
  await settled()
  assert.equal([...rows.values()][0]?.writing.new_article.body, 'Hel')
  assert.equal(keeper.snapshot().storage, 'device')
  mock.timers.tick(1500)
  keeper.change(writing('Hello'))
  mock.timers.tick(1500)
  await settled()
  assert.equal(state.saves, 0)
  mock.timers.tick(500)
  await settled()
  assert.equal(state.saved?.new_article.body, 'Hello')
  assert.equal(keeper.snapshot().storage, 'service')
})

test('without a connection the text stays on the device, and a tab that is opened later saves it at the service', async () => {
  const { state, drafts } = service()
  const { local } = device()
  state.isAway = true
  const first = new DraftKeeper(identity, local, drafts)
  await first.open()
  first.change(writing('Hello'))
  mock.timers.tick(2000)
  await settled()
  state.isAway = false
  const second = new DraftKeeper(identity, local, drafts)
  await second.open()
  assert.equal(bodyOf(second), 'Hello')
  mock.timers.tick(2000)
  await settled()
  assert.equal(state.saved?.new_article.body, 'Hello')
})

test('a saved draft whose ticket was deleted stays on this device', async () => {
  const { state, drafts } = service()
  const { rows, local } = device()
  const keeper = new DraftKeeper(identity, local, drafts)
  await keeper.open()
  keeper.change(writing('Hello'))
  mock.timers.tick(2000)
  await settled()
  Object.assign(state, { saved: undefined, hasTicket: false })
  await keeper.compare()
  await settled()
  assert.equal(bodyOf(keeper), 'Hello')
  assert.equal(keeper.snapshot().isGone, false)
  assert.equal([...rows.values()][0]?.writing.new_article.body, 'Hello')
})

test('a draft that is discarded while its ticket is looked up stays discarded', async () => {
  const { state, drafts } = service()
  const { rows, local } = device()
  const answer = Promise.withResolvers<boolean>()
  const keeper = new DraftKeeper(identity, local, { ...drafts, hasTicket: () => answer.promise })
  await keeper.open()
  keeper.change(writing('Hello'))
  mock.timers.tick(2000)
  await settled()
  state.saved = undefined
  const compared = keeper.compare()
  await settled()
  await keeper.discard()
  answer.resolve(false)
  await compared
  await settled()
  assert.equal(keeper.snapshot().draft, undefined)
  assert.deepEqual([...rows.keys()], [])
})

test('saving is repeated after a failure, unless the user can no longer see the ticket', async () => {
  const { local } = device()
  for (const [status, requests] of [
    [503, 2],
    [404, 1],
  ] as const) {
    let sent = 0
    const create = () => {
      sent += 1
      return Promise.reject(Object.assign(new Error('refused'), { status }))
    }
    const keeper = new DraftKeeper(identity, local, { ...service().drafts, create })
    await keeper.open()
    keeper.change(writing('Hello'))
    mock.timers.tick(2000)
    await settled()
    mock.timers.tick(10_000)
    await settled()
    assert.equal(sent, requests)
    assert.equal(bodyOf(keeper), 'Hello')
    keeper.close()
  }
})

test('a draft from another device is opened unchanged', async () => {
  const { drafts, save } = service()
  save(writing('From the phone'))
  const keeper = new DraftKeeper(identity, device().local, drafts)
  await keeper.open()
  assert.equal(bodyOf(keeper), 'From the phone')
  assert.equal(keeper.snapshot().draft?.other, undefined)
})

test('if two versions differ, the newer one is shown, and the user can swap it with the other one', async () => {
  const { state, drafts, save } = service()
  const keeper = new DraftKeeper(identity, device().local, drafts)
  await keeper.open()
  keeper.change(writing('Here'))
  mock.timers.tick(2000)
  await settled()
  save(writing('There'))
  keeper.change(writing('Here, longer'))
  mock.timers.tick(2000)
  await settled()
  keeper.swap()
  await settled()
  const other = keeper.snapshot().draft?.other?.new_article.body
  assert.deepEqual(new Set([bodyOf(keeper), other]), new Set(['Here, longer', 'There']))
  mock.timers.tick(2000)
  await settled()
  assert.equal(state.saved?.new_article.body, bodyOf(keeper))
})

test('a draft that another device has sent is deleted here', async () => {
  const { state, drafts } = service()
  const { rows, local } = device()
  const keeper = new DraftKeeper(identity, local, drafts)
  await keeper.open()
  keeper.change(writing('Hello'))
  mock.timers.tick(2000)
  await settled()
  state.saved = undefined
  const later = new DraftKeeper(identity, local, drafts)
  await later.open()
  await settled()
  assert.equal(bodyOf(later), undefined)
  assert.equal(rows.size, 0)
})

test('a draft that another tab has sent is dropped, unless it was changed here since', async () => {
  for (const isChanged of [false, true]) {
    const { state, drafts } = service()
    const { rows, local } = device()
    const keeper = new DraftKeeper(identity, local, drafts)
    await keeper.open()
    keeper.change(writing('Hello'))
    mock.timers.tick(2000)
    await settled()
    const [[key, row]] = [...rows] as [[string, LocalDraft]]
    rows.set(key, { ...row, writing: writing('Begun in the other tab'), changedAt: row.changedAt + 1000 })
    if (isChanged) keeper.change(writing('Hello again'))
    state.saved = undefined
    await keeper.compare()
    assert.deepEqual([bodyOf(keeper), keeper.snapshot().isGone], [isChanged ? 'Hello again' : undefined, true])
    await settled()
    assert.equal(rows.size, 1)
    keeper.confirmGone()
    assert.equal(keeper.snapshot().isGone, false)
  }
})

test('a draft that is saved while its message is being sent is deleted', async () => {
  const { state, drafts } = service()
  const keeper = new DraftKeeper(identity, device().local, drafts)
  await keeper.open()
  keeper.change(writing('Hello'))
  mock.timers.tick(2000)
  assert.equal(keeper.take()?.writing.new_article.body, 'Hello')
  await settled()
  assert.equal(state.saved, undefined)
})

test('text written while a message is being sent becomes a new draft', async () => {
  const { state, drafts } = service()
  const { rows, local } = device()
  const keeper = new DraftKeeper(identity, local, drafts)
  await keeper.open()
  keeper.change(writing('Hello'))
  mock.timers.tick(2000)
  keeper.take()
  keeper.change(writing('One more thing'))
  await settled()
  assert.equal(bodyOf(keeper), 'One more thing')
  assert.deepEqual(
    [...rows.values()].map((draft) => draft.writing.new_article.body),
    ['One more thing'],
  )
  mock.timers.tick(2000)
  await settled()
  assert.equal(state.saved?.new_article.body, 'One more thing')
})
