import { expect, test, vi } from 'vitest'
import { createUpdate } from '@/lib/browser/update'

/** A fake of the browser's reload, which would end the test, and of the clock; each wait is one step. */
const scene = (moments: (boolean | Error)[]) => {
  const reload = vi.fn()
  const wait = vi.fn(() => Promise.resolve())
  const isQuiet = vi.fn(() => {
    const moment = moments.shift()
    return moment instanceof Error ? Promise.reject(moment) : Promise.resolve(moment ?? true)
  })
  return { reload, wait, isQuiet, update: createUpdate({ isQuiet, reload, wait }) }
}

test('an update is let in at once where it disturbs nobody', async () => {
  const { reload, wait, update } = scene([true])
  await update()
  expect(reload).toHaveBeenCalledOnce()
  expect(wait).not.toHaveBeenCalled()
})

test('an update waits for a quiet moment, also where that cannot be told', async () => {
  const { reload, wait, update } = scene([false, new Error('no disk'), false, true])
  wait.mockImplementation(() => {
    expect(reload).not.toHaveBeenCalled()
    return Promise.resolve()
  })
  await update()
  expect(wait).toHaveBeenCalledTimes(3)
  expect(reload).toHaveBeenCalledOnce()
})

test('an update that is announced again is waited for once', async () => {
  const { reload, update } = scene([false, false, true])
  await Promise.all([update(), update()])
  expect(reload).toHaveBeenCalledOnce()
})
