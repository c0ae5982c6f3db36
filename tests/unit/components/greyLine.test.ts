import { createElement } from 'react'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Readiness } from '@/components/approvals/approvable'
import { GreyLine } from '@/components/approvals/GreyLine'
import { Request } from '@/components/approvals/Request'
import { reasons, type GreyReason } from '@/components/approvals/whyGrey'
import type { Doubt } from '@/lib/approvals/danger'
import type { Approval } from '@/lib/db'
import { openDom } from './dom'

/** Fakes: the arming of a button and the comparison of a site, which have tests of their own. */
const fakes = vi.hoisted(() => ({
  isArmed: true,
  isEarly: false,
  hasFocus: true,
  isCompared: true,
}))

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/components/approvals/useArmed', () => ({
  useArmed: (content: string | undefined) => ({
    isArmed: fakes.isArmed && content !== undefined,
    isEarly: fakes.isEarly,
    hasFocus: fakes.hasFocus,
    button: { current: null },
  }),
}))
vi.mock('@/components/approvals/useSiteWarnings', () => ({
  useSiteWarnings: () => ({ isFirst: false, check: 'checking', doubts: [] }),
  siteSeen: () => (fakes.isCompared ? 'sites' : undefined),
}))

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  dom = await openDom()
  Object.assign(fakes, { isArmed: true, isEarly: false, hasFocus: true, isCompared: true })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await dom.close()
})

const turn = (ms: number) => dom.settle(() => vi.advanceTimersByTime(ms))

describe('the line below Approve', () => {
  const line = async (why: GreyReason | undefined, clicked = false) => {
    await dom.again({ why, clicked })
    return dom.text()
  }
  beforeEach(() => dom.show(GreyLine, { why: undefined, clicked: false }))

  test('says nothing while nothing is wrong', async () => {
    expect(dom.text()).toBe('')
    await turn(10_000)
    expect(dom.text()).toBe('')
  })

  test.each(reasons)('says why once it has lasted: %s', async (reason) => {
    await line(reason)
    await turn(1_000)
    expect(dom.text()).not.toBe('')
    // A reason that no longer holds is gone at once.
    expect(await line(undefined)).toBe('')
  })

  test('says nothing of what passes quickly, however often it comes', async () => {
    for (let time = 0; time < 5; time++) {
      await line('simulation')
      await turn(999)
      expect(dom.text()).toBe('')
      await line('token names')
      await turn(999)
      expect(dom.text()).toBe('')
      await line(undefined)
    }
  })

  test('says what the user has to do after 300 ms', async () => {
    await line('limit unset')
    await turn(299)
    expect(dom.text()).toBe('')
    await turn(1)
    expect(dom.text()).toBe('Press “Set limit”, or clear the field.')
  })

  test.each<GreyReason>(['too early', 'dearer', 'changed'])(
    'answers a click at once: %s',
    async (why) => {
      await line(why)
      await turn(0)
      expect(dom.text()).not.toBe('')
    },
  )

  test('tells who clicked in vain at once what Approve waits for', async () => {
    await line('simulation')
    await turn(10)
    expect(dom.text()).toBe('')
    await line('simulation', true)
    await turn(0)
    expect(dom.text()).toBe('Waiting for the simulation…')
  })

  test('keeps a sentence until the next one is due, and never shows an old one again', async () => {
    await line('limit unset')
    await turn(300)
    expect(await line('simulation')).toBe('Press “Set limit”, or clear the field.')
    await turn(1_000)
    expect(dom.text()).toBe('Waiting for the simulation…')
    await line(undefined)
    await turn(0)
    expect(await line('no account')).toBe('')
  })
})

describe('a request', () => {
  const decision = { decision: {}, seen: 'calls' }
  const row = { id: 'one', origin: 'https://dapp.example', createdAt: 0 } as unknown as Approval
  const nothing = () => undefined

  const shown = async (approval: Readiness, { isPending = false, doubts = [] as Doubt[] } = {}) => {
    await dom.show(Request, {
      row,
      waiting: 1,
      asks: 'asks',
      children: createElement('p'),
      decide: {
        isPending,
        error: undefined,
        approve: nothing,
        reject: nothing,
        refuseUpgrade: nothing,
      },
      approval,
      doubts,
    })
    // The line is a chunk of its own.
    await dom.settle(() => import('@/components/approvals/GreyLine'))
    await turn(1_000)
    return dom.text()
  }
  const isOff = () => dom.isOff('Approve')

  test('that can be approved says nothing', async () => {
    const text = await shown(decision)
    expect(isOff()).toBe(false)
    expect(text).toMatch(/Approve$/)
  })

  test.each(reasons)('that is held says why: %s', async (reason) => {
    const text = await shown(reason)
    expect(isOff()).toBe(true)
    expect(text).not.toMatch(/Approve$/)
  })

  test.each<[string, Partial<typeof fakes>, string]>([
    ['no focus', { hasFocus: false, isArmed: false }, 'Click inside this window first.'],
    [
      'a site that nobody compared yet',
      { isCompared: false },
      'Comparing the site with known ones…',
    ],
    ['a click too early', { isEarly: true, isArmed: false }, 'That was too early.'],
    ['a button that does not arm', { isArmed: false }, 'Take a moment to read this first.'],
  ])('says why: %s', async (_, over, words) => {
    Object.assign(fakes, over)
    expect(await shown(decision)).toContain(words)
    expect(isOff()).toBe(true)
  })

  test('that is being decided says so', async () => {
    expect(await shown(decision, { isPending: true })).toContain('Carrying out your decision…')
    expect(isOff()).toBe(true)
  })

  test('that takes a word says that it has to be typed', async () => {
    expect(await shown(decision, { doubts: ['foreign sign-in'] })).toContain(
      'Type the word above first.',
    )
    expect(dom.isOff('Approve anyway')).toBe(true)
  })

  test('says after a click that approved nothing what it came upon, also once it is armed anew', async () => {
    expect(await shown({ ...decision, missed: 'dearer' })).toContain('The cost went up')
    expect(isOff()).toBe(false)
  })

  test('clicked too early while a worse outcome is held says that it changed', async () => {
    Object.assign(fakes, { isEarly: true, isArmed: false })
    expect(await shown({ ...decision, hold: 700 })).toContain('This changed before your click.')
  })

  test('that can never be approved has no button and says nothing of it', async () => {
    const text = await shown(null)
    expect(text).toMatch(/Reject$/)
  })
})
