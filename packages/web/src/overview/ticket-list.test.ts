import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import type { RequestRows, TicketRow } from './row-types.ts'
import { changeCounts, TicketList } from './ticket-list.ts'

/** Tickets of a service, in the order of the list. */
let ids: number[]
let requests: object[]
let isBroken: boolean

const requestRows: RequestRows = async (options) => {
  requests.push(options)
  if (isBroken) throw new Error('offline')
  const { page = 1, per_page = 1000, ids: wanted, ignoresList } = options
  const found = wanted ? wanted.filter((id) => ignoresList || ids.includes(id)) : ids
  const shown = found.slice((page - 1) * per_page, page * per_page)
  const Ticket = Object.fromEntries(shown.map((id) => [id, { id, number: String(id) } as TicketRow]))
  const tickets = shown.map((id) => ({ id }))
  return { assets: { Ticket }, index: { overview: { id: 1, name: 'Open' }, tickets, count: found.length } }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
/** Lets the next checks run: each step is longer than the longest pause between two checks. */
async function check() {
  for (let step = 0; step < 4; step++) {
    mock.timers.tick(40_000)
    await settle()
  }
}

describe('a partly loaded list', () => {
  let list: TicketList
  beforeEach(async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    ids = Array.from({ length: 450 }, (_, index) => index + 1)
    requests = []
    isBroken = false
    list = new TicketList(requestRows)
    list.subscribe(() => undefined)
    list.loadRows(0, 10)
    await settle()
  })
  afterEach(() => mock.timers.reset())

  it('announces an added ticket although its row was never loaded', async () => {
    ids.push(900)
    list.reportChange(900, 3, false)
    await check()
    assert.deepEqual(changeCounts(list.snapshot()), { arrived: 1, departed: 0 })
    assert.equal(list.snapshot().count, 450)
    await list.refresh(0, 10)
    assert.deepEqual(changeCounts(list.snapshot()), { arrived: 0, departed: 0 })
    assert.equal(list.snapshot().count, 451)
  })

  it('does not announce changes of tickets that stay in the list', async () => {
    list.reportChange(300, 3, false)
    await check()
    assert.deepEqual(changeCounts(list.snapshot()), { arrived: 0, departed: 0 })
  })

  it('keeps the places of its rows when a page is loaded after tickets were added and removed', async () => {
    const before = list.loadedRows().map(({ id }) => id)
    ids = [900, 901, ...ids.filter((id) => id !== 7)]
    list.loadRows(420, 440)
    await settle()
    assert.deepEqual(
      list
        .loadedRows()
        .slice(0, before.length)
        .map(({ id }) => id),
      before,
    )
    assert.equal(list.snapshot().currentCount, 451)
    list.reportChange(900, 3, true)
    list.reportChange(901, 3, true)
    list.reportChange(7, 3, false)
    await check()
    assert.deepEqual(changeCounts(list.snapshot()), { arrived: 2, departed: 1 })
    assert.equal(list.placeOf(7), 6)
  })

  it('repeats a failed request for changes', async () => {
    isBroken = true
    ids.unshift(900)
    list.reportChange(900, 3, true)
    await check()
    assert.deepEqual(changeCounts(list.snapshot()), { arrived: 0, departed: 0 })
    isBroken = false
    await check()
    assert.deepEqual(changeCounts(list.snapshot()), { arrived: 1, departed: 0 })
  })

  it('compares all of its rows after events were missed', async () => {
    ids = [900, ...ids.filter((id) => id !== 7)]
    list.recheck()
    await check()
    assert.deepEqual(changeCounts(list.snapshot()), { arrived: 1, departed: 1 })
  })
})
