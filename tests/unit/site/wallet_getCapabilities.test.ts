import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cache } from '@/lib/db'
import { knownAccountCode, type AccountCode } from '@/lib/delegate/account'
import { delegation, executor } from '@/lib/delegate/executor'
import { remember } from '@/lib/network/facts'
import { emptyDatabase } from '../database'
import { fakeNode } from '../network/fakeNode'
import { alice, bob, stranger } from '../accounts'
import { storeBatch } from '../batch/batches'
import { connectSite } from '../../harness/connectSite'
import { openWallet } from './siteWallet'

const wallet = openWallet()
const capabilities = (...params: unknown[]) => wallet.send('wallet_getCapabilities', params)

const everywhere = { gasLimitOverride: { supported: true } }
const can = (status: string) => ({ atomic: { status }, ...everywhere })

beforeEach(async () => {
  await emptyDatabase()
  await connectSite()
})

/** The chain is known to be able; the account’s code is asked of the node. */
const able = async (code = '0x', chainId = 8453) => {
  await remember(`7702:${chainId}`, true)
  await remember(`executor:${chainId}`, true)
  return fakeNode({ eth_getCode: () => code })
}

const others = ['0x7a69', '0x14a34', '0x1', '0xaa36a7', '0xa', '0xa4b1', '0x89', '0x38']

test('all networks are told, what holds everywhere under 0x0 and again under each', async () => {
  await able()
  expect(await capabilities(alice)).toEqual({
    result: {
      '0x0': everywhere,
      '0x2105': can('ready'),
      ...Object.fromEntries(others.map((chainId) => [chainId, can('unsupported')])),
    },
  })
})

test.each<[string, string]>([
  ['ready', '0x'],
  ['supported', delegation(executor)],
  ['supported', delegation(executor)],
  ['ready', delegation(stranger)],
  ['unsupported', '0x6001'],
])('an account is %s for what stands in its code', async (status, code) => {
  await able(code)
  expect(await capabilities(alice, ['0x2105'])).toEqual({
    result: { '0x0': everywhere, '0x2105': can(status) },
  })
})

describe('the chains that are named', () => {
  test.each<[string, unknown, string[]]>([
    ['one', ['0x2105'], ['0x0', '0x2105']],
    ['two', ['0x14a34', '0x2105'], ['0x0', '0x14a34', '0x2105']],
    ['none', [], ['0x0']],
    ['null, which is absent', null, ['0x0', '0x2105', ...others].toSorted()],
    ['one that nobody knows beside one', ['0x2', '0x2105'], ['0x0', '0x2105']],
    ['only one that nobody knows', ['0x2'], ['0x0']],
    ['one beyond all numbers', [`0x${'f'.repeat(400)}`], ['0x0']],
  ])('are told and no others: %s', async (_, chainIds, names) => {
    await able()
    const { result } = await capabilities(alice, chainIds)
    expect(Object.keys(result as object).toSorted()).toEqual(names)
  })
})

/** Waits for 5 s at most, without a timer: Vitest's own waiting would let the stopped ones go off. */
const until = async (isSo: () => boolean) => {
  const last = performance.now() + 5_000
  while (!isSo()) {
    if (performance.now() > last) throw new Error('waited in vain')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('a node that never answers', () => {
  const asked: string[] = []

  beforeEach(() => {
    asked.length = 0
    vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
      asked.push(`${new URL(url).host} ${(JSON.parse(body) as { method: string }).method}`)
      return new Promise(() => undefined)
    })
    // No timer goes off by itself: what is answered was not waited for.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
  })

  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** Answers while all timers stand still. */
  const atOnce = async () => {
    let answer: unknown
    void capabilities(alice, ['0x2105']).then((result) => (answer = result))
    await until(() => answer !== undefined)
    return answer
  }

  const learnt = async (status: 'supported' | 'ready') => {
    await remember('7702:8453', true)
    await remember('executor:8453', true)
    const code = { kind: 'executor', delegate: executor }
    await remember(
      `code:8453:${alice}`,
      status === 'ready' ? { kind: 'plain', delegate: null } : code,
    )
  }

  test.each(['ready', 'supported'] as const)(
    'does not delay what is known (%s), and is asked behind it',
    async (status) => {
      await learnt(status)
      expect(await atOnce()).toMatchObject({ result: { '0x2105': can(status) } })
      await until(() => asked.length > 0)
      expect([...new Set(asked)]).toEqual(['mainnet.base.org eth_getCode'])
    },
  )

  const daysAgo = (days: number) => ({ at: Date.now() - days * 24 * 60 * 60_000 })

  test.each([
    ['the account', [`code:8453:${alice}`], 'eth_getCode'],
    ['the chain', ['7702:8453', 'executor:8453'], 'eth_call'],
  ])(
    'does not delay what was learnt of %s two days ago, and is asked behind it',
    async (_, keys, method) => {
      await learnt('supported')
      for (const key of keys) await cache.facts.update(key, daysAgo(2))
      expect(await atOnce()).toMatchObject({ result: { '0x2105': can('supported') } })
      await until(() => asked.includes(`mainnet.base.org ${method}`))
    },
  )

  const sponsored = { ...can('supported'), paymasterService: { supported: true } }

  test.each<[string, boolean, object]>([
    ['is told', true, sponsored],
    ['delays nothing else', false, can('supported')],
  ])('what was learnt of sponsors two days ago %s: %s', async (_, isYes, told) => {
    await learnt('supported')
    await cache.facts.put({ key: 'sponsor:8453', value: isYes, ...daysAgo(2) })
    expect(await atOnce()).toEqual({ result: { '0x0': everywhere, '0x2105': told } })
    // The account's code, and the codes of the EntryPoint and the router.
    await until(() => asked.length === 3)
  })

  test('a yes of sponsors is not told beside a no of the chain that is ten minutes old', async () => {
    await learnt('supported')
    await remember('sponsor:8453', true)
    await cache.facts.put({ key: 'executor:8453', value: false, at: Date.now() - 10 * 60_000 })
    const told = (await afterTwoSeconds()).result as Record<string, object>
    expect(told['0x2105']).not.toHaveProperty('paymasterService')
  })

  test.each([{ mode: 'one' }, { mode: 'sequence' }, { mode: 'atomic' }] as const)(
    'does not delay what is known while a batch is live that leaves the code as it is: %j',
    async (terms) => {
      await learnt('supported')
      await storeBatch({ chainId: 8453, ...terms })
      expect(await atOnce()).toMatchObject({ result: { '0x2105': can('supported') } })
    },
  )

  const afterTwoSeconds = async () => {
    let answer: unknown
    const given = capabilities(alice, ['0x2105']).then((result) => (answer = result))
    await until(() => vi.getTimerCount() > 0)
    await until(() => asked.includes('mainnet.base.org eth_getCode'))
    await vi.advanceTimersByTimeAsync(1_999)
    expect(answer).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    return given
  }

  test('delays what is not known for 2 s and no longer', async () => {
    expect(await afterTwoSeconds()).toMatchObject({ result: { '0x2105': can('unsupported') } })
  })

  test('is waited for while a batch of the account may change what it is', async () => {
    await learnt('ready')
    await storeBatch({ chainId: 8453, mode: 'atomic', upgrade: true })
    expect(await afterTwoSeconds()).toMatchObject({ result: { '0x2105': can('ready') } })
  })

  test('is waited for where the account was read ten minutes ago as one that cannot', async () => {
    await learnt('ready')
    await remember(`code:8453:${alice}`, { kind: 'contract', delegate: null })
    await cache.facts.update(`code:8453:${alice}`, { at: Date.now() - 10 * 60_000 })
    expect(await afterTwoSeconds()).toMatchObject({ result: { '0x2105': can('unsupported') } })
  })

  test('is waited for while a batch is live that takes back a delegation', async () => {
    await learnt('supported')
    await storeBatch({ chainId: 8453, mode: 'one', revokes: executor })
    expect(await afterTwoSeconds()).toMatchObject({ result: { '0x2105': can('supported') } })
  })

  test.each<[string, AccountCode]>([
    ['unsupported', { kind: 'plain', delegate: null }],
    // An executor of another wallet does not need ours.
    ['supported', { kind: 'executor', delegate: stranger }],
  ])(
    'is waited for where the executor was missing ten minutes ago, which made it %s',
    async (status, code) => {
      await remember('7702:8453', true)
      await remember(`code:8453:${alice}`, code)
      await cache.facts.put({ key: 'executor:8453', value: false, at: Date.now() - 10 * 60_000 })
      expect(await afterTwoSeconds()).toMatchObject({ result: { '0x2105': can(status) } })
    },
  )
})

test('what changed on the chain is told the next time', async () => {
  await able(delegation(executor))
  await remember(`code:8453:${alice}`, { kind: 'plain', delegate: null })
  const now = async () => {
    const { result } = await capabilities(alice, ['0x2105'])
    return (result as Record<string, unknown>)['0x2105']
  }
  expect(await now()).toEqual(can('ready'))
  await vi.waitFor(async () =>
    expect(await knownAccountCode(8453, alice)).toMatchObject({ kind: 'executor' }),
  )
  expect(await now()).toEqual(can('supported'))
})

describe('the node that is asked', () => {
  test('is the site’s own network’s alone', async () => {
    await able('0x', 84532)
    const { asked } = await able()
    const { result } = await capabilities(alice)
    expect(result).toMatchObject({ '0x14a34': can('ready') })
    expect([...new Set(asked.map(({ url }) => url))]).toEqual(['https://mainnet.base.org'])
  })

  test('and is silent: what was learnt before is told', async () => {
    await able()
    fakeNode({})
    expect(await capabilities(alice, ['0x2105'])).toMatchObject({
      result: { '0x2105': can('ready') },
    })
  })

  test('and is silent, and nothing was learnt: unsupported, which means in order', async () => {
    fakeNode({})
    expect(await capabilities(alice, ['0x2105'])).toMatchObject({
      result: { '0x2105': can('unsupported') },
    })
  })
})

test('an account that the site was not granted is not told of', async () => {
  for (const account of [bob, stranger])
    expect(await capabilities(account)).toMatchObject({ error: { code: 4100 } })
})

describe('a request that is malformed is told its field', () => {
  test.each<[string, unknown, RegExp]>([
    ['no account', [], /params/],
    ['a short account', ['0x12'], /params\[0\]/],
    ['an account that is none', [null], /params\[0\]/],
    ['chains that are no list', [alice, '0x1'], /params\[1\]/],
    ['a chain in decimals', [alice, ['8453']], /params\[1\]\[0\]/],
    ['a chain as a number', [alice, [8453]], /params\[1\]\[0\]/],
    ['a chain with zeros', [alice, ['0x1', '0x01']], /params\[1\]\[1\]/],
    ['more than that', [alice, ['0x1'], 5], /params/],
  ])('%s', async (_, params, field) => {
    const { error } = await wallet.send('wallet_getCapabilities', params)
    expect(error?.code).toBe(-32602)
    expect(error?.message).toMatch(field)
    expect(error?.message).toMatch(
      /^The wallet cannot parse the request: \S+ (must|is not valid|Too)/,
    )
  })
})
