import assert from 'node:assert/strict'
import { afterEach, describe, it, mock } from 'node:test'
import { toasts } from './toasts.ts'

describe('toasts', () => {
  afterEach(() => {
    for (const { id } of toasts.list()) toasts.expire(id)
    mock.timers.reset()
  })

  it('disappear after their time, and then carry out the delayed action', () => {
    mock.timers.enable({ apis: ['setInterval'] })
    const onExpire = mock.fn()
    toasts.show({ text: 'Sent', seconds: 3, onExpire })
    mock.timers.tick(2000)
    assert.equal(toasts.list()[0]?.secondsLeft, 1)
    assert.equal(onExpire.mock.callCount(), 0)
    mock.timers.tick(1000)
    assert.equal(toasts.list().length, 0)
    assert.equal(onExpire.mock.callCount(), 1)
  })

  it('wait while the pointer or the focus is on them', () => {
    mock.timers.enable({ apis: ['setInterval'] })
    toasts.show({ text: 'Sent', seconds: 3 })
    const { id } = toasts.list()[0] as { id: number }
    toasts.setPaused(id, true)
    mock.timers.tick(60_000)
    assert.equal(toasts.list()[0]?.secondsLeft, 3)
    toasts.setPaused(id, false)
    mock.timers.tick(3000)
    assert.equal(toasts.list().length, 0)
  })

  it('are undone newest first, without the delayed action', () => {
    mock.timers.enable({ apis: ['setInterval'] })
    const undone: string[] = []
    const onExpire = mock.fn()
    toasts.show({ text: 'Closed', onUndo: () => undone.push('closed'), onExpire })
    toasts.show({ text: 'Tagged', onUndo: () => undone.push('tagged'), onExpire })
    toasts.show({ text: 'Saved' })
    assert.equal(toasts.undo(), true)
    assert.equal(toasts.undo(), true)
    assert.equal(toasts.undo(), false)
    assert.deepEqual(undone, ['tagged', 'closed'])
    assert.equal(onExpire.mock.callCount(), 0)
  })

  it('share Ctrl+Z with changes shown elsewhere, the newest first', () => {
    mock.timers.enable({ apis: ['setInterval'] })
    const undone: string[] = []
    toasts.offerUndo(() => undone.push('first message'))
    toasts.show({ text: 'Closed', onUndo: () => undone.push('closed') })
    toasts.offerUndo(() => undone.push('second message'))
    const end = toasts.offerUndo(() => undone.push('sent message'))
    end()
    while (toasts.undo());
    assert.deepEqual(undone, ['second message', 'closed', 'first message'])
  })

  it('replace the one with the same key', () => {
    mock.timers.enable({ apis: ['setInterval'] })
    toasts.show({ key: 'network', text: 'Offline' })
    toasts.show({ key: 'network', text: 'Online' })
    assert.deepEqual(
      toasts.list().map(({ text }) => text),
      ['Online'],
    )
  })
})
