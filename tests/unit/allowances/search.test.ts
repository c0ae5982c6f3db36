import type { Address } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { allowancesKey, namedBefore, readAllowances } from '@/lib/allowances/allowances'
import { ownGrants } from '@/lib/allowances/ownGrants'
import { resume, searchedFrom, searchOn, type SearchStep } from '@/lib/allowances/search'
import { verbs } from '@/lib/wallet'
import { emptyDatabase } from '../database'
import { nodeError } from '../network/fakeNode'
import { alice, bob, stranger } from '../accounts'
import { fakes } from '../wallet/fakeServices'
import { approvalNode, nodeReaderOf, word, type Said } from './approvalNode'
import { addressOf, approvalLog } from './approvals'

const chainId = 8453
const token = addressOf(0)
const endless = 2n ** 256n - 1n

const { all } = fakes()
const reader = nodeReaderOf(chainId)
const key = allowancesKey(chainId, alice)

const own = () => ownGrants(chainId, alice)
const kept = async () => (await namedBefore(chainId, alice))?.searched

/** Takes a step as an open page does, and keeps what it found. */
const step = async (
  before: SearchStep['searched'],
  first: readonly Address[],
): Promise<SearchStep> => {
  const next = await searchOn(reader, alice, before, first)
  const found = { own: await own(), searched: next.searched }
  await verbs.keepAllowances({ key, found }, all)
  return next
}

/** Takes steps until the search is over; returns where it is after each. */
const searched = async (first: readonly Address[] = []) => {
  const begun = resume(await kept(), (await reader.head()).number)
  const steps = [await step(begun, first)]
  for (let last = steps.at(-1); last?.state === 'more'; last = steps.at(-1))
    steps.push(await step(last.searched, first))
  return steps.map(({ searched: at, state, isNew }) => ({
    from: searchedFrom(at),
    left: at.left,
    skipped: at.skipped,
    state,
    isNew,
  }))
}

const standing = async () => {
  const found = await kept()
  if (!found) throw new Error('nothing was searched')
  return (await readAllowances(reader, alice, { own: await own(), searched: found })).standing
}

/** A token that allows bob all, and nobody else anything. */
const honest: Said = (to, name, args) => {
  if (name === 'balanceOf') return word(1n)
  return name === 'allowance' ? word(to === token && args[1] === bob ? endless : 0n) : undefined
}

beforeEach(emptyDatabase)

test('what a log names and the chain confirms is found, back to the first block', async () => {
  approvalNode({ logs: [approvalLog(token, alice, bob, endless, 3)], said: honest })
  const steps = await searched()
  expect(steps.at(-1)).toEqual({ from: 0, left: 0, skipped: 0, state: 'all', isNew: true })
  expect(await standing()).toEqual([
    {
      grant: { standard: 'ERC20', token, spender: bob },
      standard: 'ERC20',
      left: 'all',
      isOwn: false,
    },
  ])
})

describe('logs alone are nothing:', () => {
  test('a token that logs what it does not allow is not listed', async () => {
    approvalNode({ logs: [approvalLog(addressOf(5), alice, bob, endless)], said: honest })
    expect((await searched()).at(-1)).toMatchObject({ state: 'all', isNew: false, left: 0 })
    expect(await standing()).toEqual([])
  })

  test('what was taken back since is not listed any more', async () => {
    const logs = [approvalLog(token, alice, bob, endless)]
    approvalNode({ logs, said: honest })
    await searched()
    approvalNode({ logs, said: (_, name) => (name === 'allowance' ? word(0n) : undefined) })
    expect(await standing()).toEqual([])
  })

  test('a contract that does not answer is counted, not listed', async () => {
    approvalNode({ logs: [approvalLog(token, alice, bob, 1n)] })
    expect((await searched()).at(-1)).toMatchObject({ left: 1 })
    expect(await standing()).toEqual([])
  })
})

describe('thousands of logs that nobody asked for do not hide what is real:', () => {
  const real = approvalLog(token, alice, bob, endless, 3)

  test('by one contract, 10,000 of them, which fill its own quota', async () => {
    const spam = Array.from({ length: 10_000 }, (_, at) =>
      approvalLog(addressOf(1), alice, addressOf(at + 9), 1n, 500),
    )
    const { asked } = approvalNode({ logs: [real, ...spam], said: honest })
    expect((await searched()).at(-1)).toMatchObject({ state: 'all', left: 9_800 })
    expect(await standing()).toHaveLength(1)
    expect(asked.length).toBeLessThan(50)
  })

  test('by 1,000 contracts that confirm their own lies, where the real token is on the list', async () => {
    const spam = Array.from({ length: 1_000 }, (_, at) =>
      approvalLog(addressOf(at + 9), alice, stranger, 1n, 500 + (at % 3)),
    )
    const said: Said = (_, name) => (name === 'allowance' ? word(1n) : undefined)
    const { asked } = approvalNode({ logs: [real, ...spam], said })
    expect((await searched([token])).at(-1)).toMatchObject({ state: 'all', left: 501 })
    expect(await standing()).toContainEqual(
      expect.objectContaining({ grant: { standard: 'ERC20', token, spender: bob } }),
    )
    expect(asked.length).toBeLessThan(200)
  })

  test('in one block that the node does not give, which is skipped and said', async () => {
    const more = {
      eth_getLogs: ({ fromBlock, toBlock }: { fromBlock: string; toBlock: string }) => {
        if (Number(fromBlock) <= 500 && Number(toBlock) >= 500)
          throw nodeError(-32005, 'query returned more than 10000 results')
        return Number(fromBlock) <= 3 ? [real] : []
      },
    }
    const { asked } = approvalNode({ said: honest, more })
    expect((await searched()).at(-1)).toMatchObject({ from: 0, state: 'all', skipped: 1 })
    expect(await standing()).toHaveLength(1)
    expect(asked.length).toBeLessThan(120)
  })
})

describe('a node that refuses', () => {
  test('many blocks is asked for fewer', async () => {
    const logs = [approvalLog(token, alice, bob, endless, 3)]
    const { asked } = approvalNode({ logs, said: honest, limit: 100 })
    expect((await searched()).at(-1)).toMatchObject({ from: 0, state: 'all' })
    expect(await standing()).toHaveLength(1)
    expect(asked.filter(({ method }) => method === 'eth_getLogs').length).toBeLessThan(40)
  })

  test('all logs is not asked again, and nothing counts as searched', async () => {
    const { asked } = approvalNode({ more: { eth_getLogs: undefined as never } })
    expect(await searched()).toEqual([
      { from: null, left: 0, skipped: 0, state: 'refused', isNew: false },
    ])
    expect(asked.filter(({ method }) => method === 'eth_getLogs')).toHaveLength(1)
  })

  test('old logs is searched as far as it gives them', async () => {
    const more = {
      eth_getLogs: ({ fromBlock }: { fromBlock: string }) => {
        if (Number(fromBlock) < 700) throw nodeError(4444, 'pruned history unavailable')
        return []
      },
    }
    approvalNode({ more })
    expect((await searched()).at(-1)).toMatchObject({ from: 700, state: 'refused', skipped: 0 })
  })

  test('by silence is asked for fewer blocks the next time, and nothing is lost', async () => {
    const node = approvalNode({
      more: {
        eth_getLogs: () => {
          throw new Error('silence')
        },
      },
    })
    const begun = resume(undefined, 1_000)
    const first = await step(begun, [])
    expect(first.state).toBe('silent')
    expect((await step(first.searched, [])).state).toBe('silent')
    const spans = node.asked
      .filter(({ method }) => method === 'eth_getLogs')
      .map(({ params: [range] }) => Number((range as { fromBlock: string }).fromBlock))
    expect(spans).toEqual([0, 501])
    approvalNode({ logs: [approvalLog(token, alice, bob, endless, 3)], said: honest })
    await searched()
    expect(await standing()).toHaveLength(1)
  })
})

describe('a search that is taken up again', () => {
  test('asks only for what came since, and keeps what was found', async () => {
    const logs = [approvalLog(token, alice, bob, endless, 3)]
    approvalNode({ logs, said: honest })
    await searched()
    const { asked } = approvalNode({ head: 2_000, said: honest })
    expect(await searched()).toHaveLength(1)
    expect(asked.filter(({ method }) => method === 'eth_getLogs')).toMatchObject([
      { params: [{ fromBlock: '0x3a9', toBlock: '0x7d0' }] },
    ])
    expect(await standing()).toHaveLength(1)
  })

  test('forgets what another chain had, where a chain began anew', async () => {
    approvalNode({ logs: [approvalLog(token, alice, bob, endless, 3)], said: honest })
    await searched()
    approvalNode({ head: 10, said: honest })
    await searched()
    expect(await standing()).toEqual([])
  })
})
