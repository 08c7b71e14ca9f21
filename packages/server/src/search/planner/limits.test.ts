import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { resources, systemUser } from '@deskbell/contract'
import { nextTurn } from '../../db/next-turn.ts'
import { Fault } from '../../errors/fault.ts'
import { contextOf } from '../../testing/context-of.ts'
import { type World, world } from '../../testing/world.ts'
import { insert, unitOfWork } from '../../writing/unit-of-work.ts'
import { and, type Bound } from '../bound.ts'
import { describe as describeBound } from '../describe.ts'
import { search } from '../search.ts'
import { admit, MAX_OF_CALLER } from '../scheduler.ts'
import { conditionWithoutIndex } from './explain-path.ts'
import type { AccessPath } from './plan.ts'
import { pace } from './task.ts'

const page = { page: 1, perPage: 10, sort: [] }
const shape = { mode: 'columns', fields: ['id'] } as const
const TICKETS = 3000
/** A condition that makes a search slow: no index answers it, and hardly any ticket meets it. */
const SLOW = '-number:>80'
const wordList = (count: number, word: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => word(index)).join(' ')

/** A request that ends after some pauses of its search. */
function stopped(code: 'client_gone' | 'takes_too_long'): { ended: () => AbortSignal } {
  let pauses = 0
  return { ended: () => (pauses++ < 5 ? new AbortController().signal : AbortSignal.abort(new Fault(code))) }
}

const filter = (tree: Bound): AccessPath => ({ kind: 'filter', of: { kind: 'scan', cost: 1 }, tree, cost: 1 })

test('a condition without an index is named without the references that are checked together with it', () => {
  const column: Bound = { kind: 'column', column: 'title', test: { is: 'set' } }
  const group: Bound = { kind: 'related', to: 'group', by: 'group_id', of: { kind: 'all' }, ids: [1] }
  assert.equal(conditionWithoutIndex(filter(and([group, column]))), describeBound(column))
  assert.equal(conditionWithoutIndex(filter(group)), undefined)
})

describe('a search that takes long', () => {
  let w: World
  before(async () => {
    w = await world()
    for (let start = 0; start < TICKETS; start += 500) {
      await unitOfWork(w.desk, systemUser, async (unit) => {
        for (let index = start; index < start + 500; index += 1) {
          const people = { customer_id: 3, owner_id: 1, create_article_type_id: 1, create_article_sender_id: 1 }
          const title = `usual common ${index % 2 === 0 ? 'even' : 'odd'}`
          await insert(unit, 'ticket', {
            group_id: 1,
            title,
            number: `8${index}`,
            state_id: 1,
            priority_id: 2,
            ...people,
          })
        }
      })
    }
  })
  after(() => w.close())

  const idsOf = async (text: string, more: { ended?: () => AbortSignal } = {}, as: 'admin' | 'rita' = 'admin') => {
    const ctx = { ...(await contextOf(w, as)), ...more }
    const { cells } = await (await search(ctx, resources.ticket, { text })).rows(page, shape)
    return cells.map(([id]) => id as number)
  }

  const planOf = async (text: string) => {
    const [, , ...plan] = await (await search(await contextOf(w, 'rita'), resources.ticket, { text })).explain()
    return plan.join().replace(/\(cost \d+\)/g, '')
  }

  test('lets other requests run every few milliseconds', async () => {
    let longest = 0
    let last = performance.now()
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 1)
    const original = pace.turn
    pace.turn = 1
    await idsOf(`usual common ${SLOW}`)
    await idsOf('even odd')
    await idsOf(`-usual ${SLOW}`)
    pace.turn = original
    clearInterval(timer)
    // A shared machine may interrupt the test itself.
    assert.ok(longest < 500, `${longest} ms`)
  })

  test('is stopped when its client is gone or its time is over, and names the condition without an index', async () => {
    const original = pace.turn
    pace.turn = 0
    await assert.rejects(idsOf(`usual ${SLOW}`, stopped('client_gone')), { code: 'client_gone' })
    await assert.rejects(idsOf(`usual ${SLOW}`, stopped('takes_too_long')), (failure: Fault) => {
      assert.deepEqual([failure.code, failure.status], ['takes_too_long', 422])
      assert.match(failure.message, /no index answers NOT \(number > 80 OR number \(over 15 digits\) > 80\)/)
      return true
    })
    pace.turn = original
  })

  test('takes turns with those of other callers', async () => {
    const original = pace.turn
    pace.turn = 0
    const ends: string[] = []
    const one = async (name: string, as: 'admin' | 'rita') => {
      await idsOf(`usual ${SLOW}`, {}, as)
      ends.push(name)
    }
    await Promise.all([...Array.from({ length: 12 }, () => one('admin', 'admin')), one('rita', 'rita')])
    pace.turn = original
    assert.ok(ends.indexOf('rita') < 6, ends.join())
  })

  test('leaves room for other callers, however many searches one caller starts', async () => {
    const [admin, rita] = [await contextOf(w, 'admin'), await contextOf(w, 'rita')]
    const ends: (() => void)[] = []
    const begun = Array.from({ length: 20 }, async () => ends.push(await admit(admin)))
    ;(await admit(rita))()
    assert.equal(ends.length, MAX_OF_CALLER)
    for (let ended = 0; ended < begun.length; ended += 1) {
      while (ends.length <= ended) await nextTurn()
      ends[ended]?.()
    }
    await Promise.all(begun)
  })

  test('stops when its client closes the connection, so that six such searches delay no other caller', async (t) => {
    const url = await w.listen()
    const [original, { database }] = [{ ...pace }, w.desk]
    const snapshot = database.snapshot
    t.after(() => Object.assign(pace, original) && Object.assign(database, { snapshot }))
    Object.assign(pace, { turn: 0, minRows: 2, maxRows: 2 })
    const seen = { open: 0, statements: 0 }
    Object.assign(database, {
      snapshot() {
        const lease = snapshot?.() ?? assert.fail()
        const arrays: typeof lease.db.arrays = (query) => {
          seen.statements += 1
          return lease.db.arrays(query)
        }
        const release = () => {
          lease.release()
          seen.open -= 1
        }
        seen.open += 1
        return { db: { ...lease.db, arrays }, release }
      },
    })
    const leaving = new AbortController()
    const ask = (query: string, as: 'admin' | 'rita', more: RequestInit = {}) =>
      fetch(`${url}/api/v1/tickets/search?query=${encodeURIComponent(query)}`, {
        ...more,
        headers: { authorization: `Token token=${w.tokens[as]}` },
      })
    const six = Array.from({ length: 6 }, () => ask(`usual ${SLOW}`, 'admin', { signal: leaving.signal }))
    const slow = Promise.allSettled(six)
    while (seen.open < MAX_OF_CALLER || seen.statements < 100) await nextTurn()
    leaving.abort()
    seen.statements = 0
    assert.equal((await ask('usual', 'rita')).status, 200)
    while (seen.open > 0) await nextTurn()
    assert.ok((await slow).every(({ status }) => status === 'rejected'))
    // Each of the six would have taken 1,500 statements.
    assert.ok(seen.statements < 500, `${seen.statements} statements`)
    assert.deepEqual(w.logged, [])
  })

  test('reads the postings of words and of groups if many rows have the words, and checks the rows otherwise', async () => {
    assert.match(await planOf('usual'), /full-text index, window by window: .*"refgroup\d"\) AND "usual"/)
    assert.match(await planOf('missing'), /filter, row by row: group_id in .*full-text index, each posting: "missing"/)
  })

  test('may have hundreds of words, none of which is ignored', async () => {
    assert.equal((await idsOf(`usual even ${wordList(400, (index) => `-word${index}`)} -odd`)).length, 10)
    assert.equal(
      (await idsOf(`${wordList(40, () => 'usual')} ${wordList(100, (index) => `(even OR word${index})`)}`)).length,
      10,
    )
    assert.deepEqual(await idsOf(`usual ${wordList(200, (index) => `(common OR word${index})`)} missing`), [])
    assert.deepEqual(await idsOf(`${wordList(200, (index) => `-word${index}`)} -usual -common title:even`), [])
  })
})
