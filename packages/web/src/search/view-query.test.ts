import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Resource, type ResourceName, resources } from '@deskbell/contract'
import { isViewQuery } from './view-query.ts'

const isView = (query: string) =>
  isViewQuery(query, resources.ticket, (name): Resource => resources[name as ResourceName])

describe('isViewQuery', () => {
  it('accepts queries of the strict language', () => {
    for (const query of ['printer', 'state:(new OR open) -tags:vip', '"paper jam" created_at:>now-7d'])
      assert.equal(isView(query), true, query)
  })

  it('rejects queries that the strict language refuses', () => {
    for (const query of ['"blank labels', 'dvd::rip', 'printer: blank', 'problems (apt', 'is:open'])
      assert.equal(isView(query), false, query)
  })

  it('rejects queries that would find other tickets', () => {
    for (const query of ['printer or scanner', 'offline?', '#67001', 'printer && jam'])
      assert.equal(isView(query), false, query)
  })
})
