import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Lines } from './lines.ts'

const groups = [
  { value: 1, count: 2 },
  { value: 4, count: 1 },
  { value: null, count: 3 },
]
const textOf = (lines: Lines) =>
  Array.from({ length: lines.count }, (_, index) => {
    const line = lines.at(index)
    return line.kind === 'group' ? `group ${line.group.value}` : String(line.place)
  })

it('each group has a heading above its tickets', () => {
  const lines = new Lines(6, groups)
  assert.deepEqual(textOf(lines), ['group 1', '0', '1', 'group 4', '2', 'group null', '3', '4', '5'])
  for (let place = 0; place < 6; place++) {
    const line = lines.at(lines.indexOf(place))
    assert.deepEqual(line, { kind: 'ticket', place })
  }
  assert.deepEqual([lines.headingOf(0), lines.headingOf(2), lines.headingOf(8)], [0, 0, 5])
})

it('a list without groups has lines only for tickets', () => {
  const lines = new Lines(3, [])
  assert.deepEqual(textOf(lines), ['0', '1', '2'])
  assert.equal(lines.indexOf(2), 2)
  assert.equal(lines.headingOf(1), undefined)
})

it('tickets that were added or removed since the groups were counted change only the end', () => {
  assert.deepEqual(textOf(new Lines(2, groups)), ['group 1', '0', '1'])
  assert.deepEqual(textOf(new Lines(7, groups)).slice(-2), ['5', '6'])
})

it('the line at an offset is the one whose top is at or above it', () => {
  const heights = { rowHeight: 40, headingHeight: 30 }
  const lines = new Lines(6, groups)
  assert.deepEqual(
    Array.from({ length: lines.count + 1 }, (_, index) => lines.offsetOf(index, heights)),
    [0, 30, 70, 110, 140, 180, 210, 250, 290, 330],
  )
  assert.deepEqual(
    [-5, 0, 29, 30, 139, 140, 329, 1000].map((offset) => lines.indexAt(offset, heights)),
    [0, 0, 0, 1, 3, 4, 8, 8],
  )
})
