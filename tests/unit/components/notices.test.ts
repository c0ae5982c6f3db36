import { beforeEach, expect, test, vi } from 'vitest'
import { setNotices } from '@/components/settings/noticeChoice'

/** Fakes: the browser's question to the user, which tests have none of, and the background. */
const fakes = vi.hoisted(() => ({ done: [] as string[], isGiven: true }))

vi.mock('wxt/browser', async () => {
  const change = (what: string) => () => {
    fakes.done.push(what)
    return Promise.resolve(fakes.isGiven)
  }
  return {
    browser: {
      i18n: (await import('../i18n')).i18n,
      permissions: { request: change('request'), remove: change('remove') },
    },
  }
})

vi.mock('@/components/store/session', () => ({
  wallet: (_: string, { notices }: { notices: { done: string } | null }) =>
    Promise.resolve(fakes.done.push(notices ? notices.done : 'off')),
}))

beforeEach(() => {
  Object.assign(fakes, { done: [], isGiven: true })
})

test('the browser is asked within the click, and the words are in the user’s language', async () => {
  const turning = setNotices(true)
  expect(fakes.done[0]).toBe('request')
  await turning
  expect(fakes.done).toEqual(['request', 'Batch from $1 is done'])
})

test('the choice is kept before the answer: the question may close the page', async () => {
  fakes.isGiven = false
  await setNotices(true)
  expect(fakes.done).toEqual(['request', 'Batch from $1 is done', 'off', 'remove'])
})

test('turned off, the leave is given back', async () => {
  await setNotices(false)
  expect(fakes.done).toEqual(['off', 'remove'])
})
