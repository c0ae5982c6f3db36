import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { approve, fail, reject } from '@/lib/approvals/approvals'
import { append } from '@/lib/batch/journal'
import { followLentHosts } from '@/lib/browser/lentHosts'
import { journal } from '@/lib/db'
import { setting } from '@/lib/db/settings'
import { alice, dapp, stranger } from '../accounts'
import { makeBatch, storeBatch } from '../batch/batches'
import { sponsored, sponsorTerms } from '../batch/sponsoredBatches'
import { emptyDatabase } from '../database'

/** Fakes: the browser's permissions, which tests have none of. */
const fakes = vi.hoisted(() => ({
  removed: [] as string[],
  added: new Set<(change: { origins?: string[] }) => void>(),
}))

// Test files share modules in a worker: these have to be loaded with this file's fake browser.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('wxt/browser', () => ({
  browser: {
    permissions: {
      onAdded: { addListener: (hear: () => void) => fakes.added.add(hear) },
      remove: ({ origins }: { origins: string[] }) =>
        Promise.resolve(fakes.removed.push(...origins)),
    },
  },
}))

const stirred = vi.fn()
followLentHosts(stirred)

const origin = 'https://pay.example/*'

const give = (...origins: string[]) => {
  for (const hear of fakes.added) hear({ origins })
}

/** A request that waits, and names who shall pay; the user lets the wallet read that host. */
const lent = async (id: string, url = sponsorTerms.url) => {
  const calls = [{ to: stranger, value: '0x1', data: '0x' }]
  const paymaster = { url, optional: false }
  await journal.approvals.add({
    id,
    origin: dapp,
    documentId: 'document',
    method: 'wallet_sendCalls',
    wire: '[]',
    params: [{ from: alice, chainId: 8453, atomicRequired: true, calls, paymaster }],
    state: 'pending',
    createdAt: 1,
  })
  give(origin)
  await vi.waitFor(async () => expect(await setting('lentHosts')).toEqual(['pay.example']))
}

const isBack = () =>
  vi.waitFor(async () => {
    expect(fakes.removed).toEqual([origin])
    expect(await setting('lentHosts')).toEqual([])
  })

/** Resolves once all that is under way is over: `then` is behind it, in the same turns. */
const isKept = async () => {
  await append((await storeBatch()).key, [{ type: 'stopped', reason: 'user' }], 1)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(fakes.removed).toEqual([])
}

beforeEach(async () => {
  fakes.removed = []
  stirred.mockClear()
  await emptyDatabase()
})

test('a host that may be read now is asked anew at once', async () => {
  give('https://a.example/*')
  expect(stirred).toHaveBeenCalledOnce()
  await isKept()
  expect(await setting('lentHosts')).toEqual([])
})

describe('access to a service goes with the request that it was given for', () => {
  test('when the user rejects it', async () => {
    await lent('rejected')
    await isKept()
    await reject('rejected')
    await isBack()
  })

  test('when it turns out to be impossible', async () => {
    await lent('impossible')
    await fail('impossible', { code: 5700, message: 'no' })
    await isBack()
  })

  test('when the user pays in the end', async () => {
    await lent('paid')
    await approve('paid', {}, async () => {
      await journal.batches.add(makeBatch({ mode: 'one' }))
      return {}
    })
    await isBack()
  })

  test('when another one no longer waits for the same host', async () => {
    await lent('first')
    await lent('second')
    await reject('first')
    await isKept()
    await reject('second')
    await isBack()
  })
})

test('access stays while the service pays for the batch, and goes with its end', async () => {
  await lent('sponsored')
  const batch = makeBatch(sponsored)
  await approve('sponsored', {}, async () => {
    await journal.batches.add(batch)
    return {}
  })
  await isKept()
  await append(batch.key, [{ type: 'stopped', reason: 'user' }], 1)
  await isBack()
})

test('access that a network needs stays', async () => {
  await lent('own')
  await journal.networks.put({ chainId: 8453, paymasterUrl: 'https://pay.example/OWN' })
  await reject('own')
  await isKept()
  expect(await setting('lentHosts')).toEqual(['pay.example'])
})

test('access to all hosts, or to what a network is asked at, is none that a request was given', async () => {
  await lent('mine')
  // Without the note first: a look of before may still be under way, and would give back what no request has.
  await journal.settings.delete('lentHosts')
  await journal.approvals.delete('mine')
  give('https://*/*', '<all_urls>', 'https://node.example/*')
  await isKept()
  expect(await setting('lentHosts')).toEqual([])
})
