import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Article } from '../article/article-types.ts'
import { firstUnread, collapsedPartOf, threadOf } from './thread-model.ts'
import type { HistoryItem } from './ticket-types.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 8, minute)).toISOString()
const article = (id: number, minute: number, authorId = 7) => ({ id, authorId, createdAt: at(minute) }) as Article
const change = (id: number, minute: number, by: number, more: Partial<HistoryItem> = {}): HistoryItem => ({
  id,
  object: 'Ticket',
  type: 'updated',
  attribute: 'state',
  created_by_id: by,
  created_at: at(minute),
  ...more,
})
const keysOf = (articles: Article[], history: HistoryItem[]) => threadOf(articles, history).map(({ key }) => key)

const threadOfLength = (count: number) =>
  threadOf(
    Array.from({ length: count }, (_, id) => article(id, id)),
    [],
  )

describe('a thread', () => {
  it('has messages and changes in chronological order, a message before changes of the same time', () => {
    assert.deepEqual(keysOf([article(1, 0), article(2, 9)], [change(5, 0, 3), change(6, 4, 4)]), [
      'article-1',
      'change-5',
      'change-6',
      'article-2',
    ])
  })

  it('shows changes of one person within five minutes in one line', () => {
    const history = [change(1, 0, 3), change(2, 3, 3), change(3, 5, 3), change(4, 6, 3), change(5, 7, 4)]
    const entries = threadOf([], history)
    assert.deepEqual(
      entries.map((entry) => entry.kind === 'changes' && entry.changes.map(({ id }) => id)),
      [[1, 2, 3], [4], [5]],
    )
  })

  it('does not join changes across a message', () => {
    assert.equal(threadOf([article(1, 2)], [change(1, 1, 3), change(2, 3, 3)]).length, 3)
  })

  it('omits the creation of the ticket, which its head shows, and changes of messages', () => {
    const history = [change(1, 0, 3, { type: 'created' }), change(2, 0, 3, { object: 'Ticket::Article' })]
    assert.deepEqual(keysOf([], history), [])
  })

  it('folds the middle of more than 50 entries', () => {
    assert.deepEqual(collapsedPartOf(threadOfLength(50)), { start: 1, end: 1 })
    assert.deepEqual(collapsedPartOf(threadOfLength(69)), { start: 1, end: 49 })
    assert.deepEqual(collapsedPartOf(threadOfLength(69), 'article-30'), { start: 1, end: 30 })
    assert.deepEqual(collapsedPartOf(threadOfLength(69), 'article-60'), { start: 1, end: 49 })
    assert.deepEqual(collapsedPartOf(threadOfLength(69), 'article-0'), { start: 1, end: 49 })
  })

  it('is unread from the first message of others since the last view', () => {
    const articles = [article(1, 0), article(2, 5, 3), article(3, 6)]
    assert.equal(firstUnread(articles, at(4), 3), 'article-3')
    assert.equal(firstUnread(articles, at(6), 3), undefined)
    assert.equal(firstUnread(articles, null, 3), undefined)
  })
})
