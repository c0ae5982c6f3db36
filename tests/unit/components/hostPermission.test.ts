import { beforeEach, describe, expect, test, vi } from 'vitest'
import { removeNetwork, removeRpc } from '@/components/networks/removeRpc'
import { setAside } from '@/components/networks/setAside'
import { journal } from '@/lib/db'
import { builtIn } from '@/lib/network/builtIn'
import { loadNetworks } from '@/lib/network/urls'
import { verbs } from '@/lib/wallet'
import type { WalletServices } from '@/lib/wallet/services'
import { storeBatch } from '../batch/batches'
import { sponsored, sponsorTerms } from '../batch/sponsoredBatches'
import { emptyDatabase } from '../database'

/** Fakes: the browser's permissions, which tests have none of, and what a node would answer. */
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

const background = { editNetwork: verbs.editNetwork, removeNetwork: verbs.removeNetwork }

vi.mock('@/components/store/session', () => ({
  wallet: async (
    verb: 'setSecondRpc' | keyof typeof background,
    params: { chainId: number; url: string | null },
  ) => {
    if (verb !== 'setSecondRpc') return background[verb](params, {} as WalletServices)
    const { chainId, url } = params
    fakes.order.push('set')
    if (fakes.answer === 'done')
      await (url
        ? journal.networks.put({ chainId, secondUrl: url })
        : journal.networks.delete(chainId))
    return fakes.answer
  },
}))

beforeEach(async () => {
  Object.assign(fakes, { order: [], isRefused: false, answer: 'done' })
  await emptyDatabase()
})

const first = 'https://a.example:8443/KEY'
const origin = 'https://a.example/*'

test('the host is not asked for while the node may answer without', async () => {
  expect(await setAside('second', 8453, first, undefined)).toBeUndefined()
  expect(fakes.order).toEqual(['set'])
})

test('once it did not, access to the host alone is, within the click and before the node is asked again', async () => {
  const saving = setAside('second', 8453, first, undefined, true)
  expect(fakes.order).toEqual([`request ${origin}`])
  expect(await saving).toBeUndefined()
  expect(fakes.order).toEqual([`request ${origin}`, 'set'])
})

test('where it is refused, the node is asked without', async () => {
  fakes.isRefused = true
  expect(await setAside('second', 8453, first, undefined, true)).toBeUndefined()
  expect(fakes.order).toEqual([`request ${origin}`, 'set'])
})

test.each(['http://localhost:8545', 'http://127.0.0.1', 'nonsense', ''])(
  'for %j nothing is asked for',
  async (url) => {
    fakes.answer = 'bad url'
    await setAside('second', 8453, url, undefined, true)
    expect(fakes.order[0]).toBe('set')
    expect(fakes.order.join()).not.toContain('request')
  },
)

describe('access is given back', () => {
  test.each(['bad url', 'same node', 'no answer', 'other chain'])(
    'when the node is not taken: %s',
    async (answer) => {
      fakes.answer = answer
      const problem = await setAside('second', 8453, first, undefined, true)
      expect(problem).toMatch(/\.$/)
      expect(problem).not.toMatch(/a\.example|KEY/)
      expect(fakes.order).toEqual([`request ${origin}`, 'set', `remove ${origin}`])
    },
  )

  test('when another takes its place, or none does', async () => {
    await setAside('second', 8453, first, undefined)
    await setAside('second', 8453, 'https://b.example', 'a.example:8443')
    await setAside('second', 8453, null, 'b.example')
    expect(fakes.order.filter((step) => step !== 'set')).toEqual([
      `remove ${origin}`,
      'remove https://b.example/*',
    ])
  })

  test('but not while it is in use: by the same network, or by another one', async () => {
    await setAside('second', 8453, first, undefined)
    await setAside('second', 84532, 'https://a.example:8443/OTHER', undefined)
    await setAside('second', 84532, 'https://a.example:8443/NEWER', 'a.example:8443')
    expect(fakes.order.some((step) => step.startsWith('remove'))).toBe(false)
  })

  test('nor while another port of it is, which the browser gives under the same name', async () => {
    await setAside('second', 8453, first, undefined)
    await setAside('second', 84532, 'https://a.example/OTHER', undefined)
    await setAside('second', 84532, null, 'a.example')
    expect(fakes.order.some((step) => step.startsWith('remove'))).toBe(false)
  })
})

test.each(['url', 'bundler'] as const)(
  'access stays while a service on that host pays for a batch under way: its %s',
  async (of) => {
    const sponsor = { ...sponsorTerms, [of]: 'https://a.example/PAY' }
    const { key } = await storeBatch({ ...sponsored, sponsor })
    await setAside('second', 8453, first, undefined)
    await setAside('second', 8453, null, 'a.example:8443')
    expect(fakes.order).not.toContain(`remove ${origin}`)
    await journal.batches.update(key, { live: 0 })
    await setAside('second', 8453, first, undefined)
    await setAside('second', 8453, null, 'a.example:8443')
    expect(fakes.order).toContain(`remove ${origin}`)
  },
)

describe('what is removed takes the access to its hosts along', () => {
  const [a, b, c] = ['https://a.example:8443/KEY', 'https://b.example/KEY', 'https://c.example']
  const custom = { name: 'Own', symbol: 'OWN', decimals: 18, opStack: false, genesis: null }
  const hosts = ['a.example:8443', 'c.example']

  beforeEach(async () => {
    await journal.networks.put({ chainId: 777, urls: [a, c], secondUrl: b, custom })
    await loadNetworks()
  })

  test('an RPC, whatever its port', async () => {
    await removeRpc(777, 0, 'a.example:8443')
    expect(fakes.order).toEqual([`remove ${origin}`])
    await removeRpc(777, 0, 'c.example')
    expect(fakes.order).toEqual([`remove ${origin}`])
  })

  test('a network with all its RPCs', async () => {
    expect(await removeNetwork(777, hosts)).toBe('done')
    expect(fakes.order).toEqual(['a', 'c', 'b'].map((name) => `remove https://${name}.example/*`))
  })

  test('but not one that has to stay', async () => {
    await storeBatch({ chainId: 777 })
    expect(await removeNetwork(777, hosts)).toBe('live')
    expect(fakes.order).toEqual([])
  })

  test.each([{ urls: ['https://a.example/OTHER'] }, { secondUrl: 'https://a.example:9/OTHER' }])(
    'nor a host that another network is on, on whatever port: %o',
    async (other) => {
      await journal.networks.put({ chainId: 8453, ...other })
      await removeRpc(777, 0, 'a.example:8443')
      await removeNetwork(777, hosts)
      expect(fakes.order).toEqual(['remove https://c.example/*', 'remove https://b.example/*'])
    },
  )

  test('nor the one of a public RPC, which may be asked again', async () => {
    const { url = '' } = builtIn.find(({ chainId }) => chainId === 8453) ?? {}
    await removeRpc(8453, 0, new URL(url).host)
    expect(fakes.order).toEqual([])
  })
})
