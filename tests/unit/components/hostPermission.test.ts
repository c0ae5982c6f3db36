import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setSecond } from '@/components/networks/setSecond'
import { journal } from '@/lib/db'
import { emptyDatabase } from '../database'

/** Fakes: the browser's permissions, which tests have none of, and the background's answer. */
const fakes = vi.hoisted(() => ({ order: [] as string[], isRefused: false, answer: 'done' }))

vi.mock('wxt/browser', async () => {
  const { i18n } = await import('../i18n')
  const change = (what: string) => (pattern: { origins: string[] }) => {
    fakes.order.push(`${what} ${pattern.origins.join()}`)
    if (fakes.isRefused) return Promise.reject(new Error('not in the click'))
    return Promise.resolve(true)
  }
  return {
    browser: { i18n, permissions: { request: change('request'), remove: change('remove') } },
  }
})

vi.mock('@/components/store', () => ({
  wallet: async (_verb: string, { chainId, url }: { chainId: number; url: string | null }) => {
    fakes.order.push('set')
    if (fakes.answer === 'done')
      await (url ? journal.networks.put({ chainId, secondUrl: url }) : journal.networks.clear())
    return fakes.answer
  },
}))

beforeEach(async () => {
  Object.assign(fakes, { order: [], isRefused: false, answer: 'done' })
  await emptyDatabase()
})

const first = 'https://a.example:8443/KEY'
const origin = 'https://a.example/*'

test('access to the host alone is asked for, within the click and before the node is asked', async () => {
  const saving = setSecond(8453, first, undefined)
  expect(fakes.order).toEqual([`request ${origin}`])
  expect(await saving).toBeUndefined()
  expect(fakes.order).toEqual([`request ${origin}`, 'set'])
})

test('where it is refused, the node is asked without', async () => {
  fakes.isRefused = true
  expect(await setSecond(8453, first, undefined)).toBeUndefined()
  expect(fakes.order).toEqual([`request ${origin}`, 'set'])
})

test.each(['http://localhost:8545', 'http://127.0.0.1', 'nonsense', ''])(
  'for %j nothing is asked for',
  async (url) => {
    fakes.answer = 'bad url'
    await setSecond(8453, url, undefined)
    expect(fakes.order[0]).toBe('set')
    expect(fakes.order.join()).not.toContain('request')
  },
)

describe('access is given back', () => {
  test.each(['bad url', 'same node', 'no answer', 'other chain'])(
    'when the node is not taken: %s',
    async (answer) => {
      fakes.answer = answer
      const problem = await setSecond(8453, first, undefined)
      expect(problem).toMatch(/\.$/)
      expect(problem).not.toMatch(/a\.example|KEY/)
      expect(fakes.order).toEqual([`request ${origin}`, 'set', `remove ${origin}`])
    },
  )

  test('when another takes its place, or none does', async () => {
    await setSecond(8453, first, undefined)
    await setSecond(8453, 'https://b.example', 'a.example:8443')
    await setSecond(8453, null, 'b.example')
    expect(fakes.order.filter((step) => step !== 'set')).toEqual([
      ...[`request ${origin}`, 'request https://b.example/*'],
      ...[`remove ${origin}`, 'remove https://b.example/*'],
    ])
  })

  test('but not while it is in use: by the same network, or by another one', async () => {
    await setSecond(8453, first, undefined)
    await setSecond(84532, 'https://a.example:8443/OTHER', undefined)
    await setSecond(84532, 'https://a.example:8443/NEWER', 'a.example:8443')
    expect(fakes.order.some((step) => step.startsWith('remove'))).toBe(false)
  })
})
