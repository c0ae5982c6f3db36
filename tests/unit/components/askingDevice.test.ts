import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BatchDetail } from '@/components/screens/BatchDetail'
import type { FrozenTerms } from '@/lib/batch/freeze'
import { append } from '@/lib/batch/journal'
import { createRunner } from '@/lib/batch/runner'
import { troubleOf } from '@/lib/batch/trouble'
import { journal } from '@/lib/db'
import { delegation, executor } from '@/lib/delegate/executor'
import { askedFor, withDevices } from '@/lib/devices/signings'
import { toError } from '@/lib/rpc/errors'
import { alice } from '../accounts'
import { did, hashOf, storeBatch } from '../batch/batches'
import { openChain } from '../batch/fakeChain'
import { fees, start } from '../batch/runnerHarness'
import { emptyDatabase } from '../database'
import { openDom } from './dom'

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/components/store/session', () => ({
  wallet: () => Promise.resolve(null),
  useSession: (select: (state: object) => unknown) => select({ session: { isUnlocked: true } }),
}))
// The way from page to page needs a browser’s storage and address.
vi.mock('@/components/store/navigation', () => ({ useNavigation: () => undefined }))
vi.mock('@/components/shell/SubScreen', () => ({
  SubScreen: ({ children }: { children: unknown }) => children,
}))

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  await emptyDatabase()
  dom = await openDom()
})
afterEach(() => dom.close())

/** Lets the page take what comes, until this holds. */
const eventually = (holds: () => void) =>
  vi.waitFor(
    async () => {
      await dom.settle(() => new Promise((resolve) => setTimeout(resolve)))
      holds()
    },
    { timeout: 20_000 },
  )

const words = 'the node is being repaired'
const broken = () => {
  throw toError({ code: -32000, message: words })
}

const asks = { ledger: 'Waiting for your Ledger', qr: 'Waiting for your QR device' }

/** A wallet whose only key is in a device, or in the vault, and its batch. */
const open = async (source: 'ledger' | 'qr' | 'vault', terms: Partial<FrozenTerms> = {}) => {
  const place = start(openChain())
  if (source !== 'vault') {
    const device = { index: 0, name: 'L', source, devicePath: 'm/0' } as const
    await journal.accounts.add({ address: alice, ...device })
    place.world.sign = withDevices(place.world.sign)
    place.world.asked = askedFor
  }
  return { ...place, batch: await storeBatch(terms) }
}

const atomic = { mode: 'atomic', delegate: executor } as const

describe.each(['ledger', 'qr'] as const)('a device: %s', (source) => {
  test('is not what the user is sent to while the node refuses what comes before', async () => {
    const { chain, runner, batch } = await open(source, atomic)
    chain.answers.eth_getCode = broken
    await runner.advance()
    await dom.show(BatchDetail, { batchKey: batch.key })
    await eventually(() => expect(dom.text()).toContain(`Could not sign: ${words}`))
    expect(dom.text()).not.toContain(asks[source])
    expect(dom.text()).not.toContain('Continue with')
  })

  test('is where the user is sent once it is asked, also by another worker than the one that failed', async () => {
    const { chain, world, runner, batch } = await open(source, atomic)
    chain.answers.eth_getCode = broken
    await runner.advance()
    chain.answers.eth_getCode = () => delegation(executor)
    await createRunner(world, fees).advance()
    await dom.show(BatchDetail, { batchKey: batch.key })
    await eventually(() => expect(dom.text()).toContain('Continue with'))
    expect(dom.text()).toContain(asks[source])
    expect(await troubleOf(batch, Date.now())).toBeUndefined()
  })

  test('that has signed is asked for nothing while the node refuses what comes after', async () => {
    const { chain, runner, batch } = await open(source, atomic)
    chain.answers.eth_getCode = () => delegation(executor)
    await runner.advance()
    const [row] = await journal.signings.toArray()
    if (!row) throw new Error('the device was asked for nothing')
    await journal.signings.put({ ...row, signature: '0x12' })
    chain.answers.eth_getCode = broken
    await runner.advance()
    await dom.show(BatchDetail, { batchKey: batch.key })
    await eventually(() => expect(dom.text()).toContain(`Could not sign: ${words}`))
    expect(dom.text()).not.toContain(asks[source])
  })
})

test.each(['vault', 'ledger'] as const)(
  'between calls in order, the page says why the next one cannot be signed: %s',
  async (source) => {
    const { chain, runner, include, batch } = await open(source)
    await append(batch.key, [did.signed('0', 0, { nonce: 5 }), did.sent('0')], chain.now)
    include(hashOf('0'))
    chain.count = 6
    chain.answers.eth_getTransactionCount = broken
    await runner.look(31337)
    await runner.advance()
    await dom.show(BatchDetail, { batchKey: batch.key })
    await eventually(() => expect(dom.text()).toContain(`Could not sign: ${words}`))
    expect(dom.text()).toContain('In a block: 1 of 2 transactions.')
    expect(dom.text()).not.toContain(asks.ledger)
  },
)
