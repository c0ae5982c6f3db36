import { hexToBytes, numberToHex, type Address, type Hash, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addBatch, batchOf, eventsOf, stateOf } from '@/lib/batch/journal'
import { createRunner, type Runner } from '@/lib/batch/runner'
import { createSponsors } from '@/lib/batch/sponsors'
import { callsStatus } from '@/lib/batch/status'
import type { World } from '@/lib/batch/world'
import type { Call } from '@/lib/db'
import { delegation, executor } from '@/lib/delegate/executor'
import { signUserOperation, signTransaction } from '@/lib/keyring/sign'
import { withDeadline } from '@/lib/sponsor/callData'
import { burnCall } from '@/lib/sponsor/operationOutcome'
import { startChain, type Chain } from '../../chain'
import { universalRouter } from '../../chain/router'
import { rpc } from '../../chain/rpc'
import { startLocalSponsors, type Sponsors } from '../../chain/sponsor'
import { askChain } from '../../harness/askChain'
import { newWorld } from '../../harness/world'
import { emptyDatabase } from '../database'
import { stranger } from '../accounts'
import { cancel, fees } from './runnerHarness'
import { makeBatch } from './batches'

const chainId = 31337

let chain: Chain
let sponsors: Sponsors
let untouched: string

beforeAll(async () => {
  chain = await startChain({ hardfork: 'prague' })
  sponsors = await startLocalSponsors(chain)
})
afterAll(async () => {
  await sponsors.signing.stop()
  await sponsors.takesTokens.stop()
  await chain.stop()
})
beforeEach(async () => {
  await emptyDatabase()
  if (untouched) await node('evm_revert', untouched)
  untouched = await node<string>('evm_snapshot')
  sponsors.bundler.reset()
})

const node = <T>(method: string, ...params: unknown[]) => rpc<T>(chain.url, method, params)
const weiOf = async (account: Address) =>
  BigInt(await node<Hex>('eth_getBalance', account, 'latest'))

/** Deed of a test to the services before they answer; it may throw nothing, as they never do. */
type Services = NonNullable<World['sponsors']>

const usual = (key: Hex): Services =>
  createSponsors(
    (_, signing) => signUserOperation(new Uint8Array(hexToBytes(key)), signing),
    () => Promise.resolve(true),
  )

/** A world whose services a test changes, over the chain as it is. */
const worldOf = (key: Hex, change: (usual: Services) => Partial<Services> = () => ({})): World => {
  const services = usual(key)
  return {
    ...newWorld((_, method, params) => askChain(chain.url, method, params)),
    sponsors: { ...services, ...change(services) },
  }
}

const pay = (value: Hex): Call => ({ to: stranger, value, data: '0x' })

/** A stored batch of a new account with 10 wei, which somebody else pays for. */
const sponsored = async (calls: Call[] = [pay('0x1'), pay('0x2')], upgrade = true) => {
  const key = generatePrivateKey()
  const from = privateKeyToAddress(key)
  await node('anvil_setBalance', from, '0xa')
  if (!upgrade) await node('anvil_setCode', from, delegation(executor))
  const { url, paymaster } = sponsors.signing
  const terms = makeBatch({
    from,
    calls,
    upgrade,
    mode: 'atomic',
    genesis: null,
    gas: ['0x0'],
    fees: { maxFeePerGas: '0x12a05f200', maxPriorityFeePerGas: '0x3b9aca00' },
    locks: withDeadline(undefined, universalRouter, from),
    sponsor: {
      url,
      bundler: url,
      paymaster,
      data: '0x',
      isFinal: false,
      callGasLimit: numberToHex(500_000),
      verificationGasLimit: numberToHex(150_000),
      preVerificationGas: numberToHex(100_000),
      paymasterVerificationGasLimit: numberToHex(150_000),
      paymasterPostOpGasLimit: numberToHex(100_000),
    },
  })
  const batch = { ...terms, createdAt: Date.now() }
  await addBatch(batch)
  return { key, from, batch }
}

const statusOf = async (key: string) => callsStatus(await batchOf(key), await stateOf(key))
const typesOf = async (key: string) => (await eventsOf(key)).map(({ type }) => type)

/** Lets a runner work until nothing more happens. */
const settle = async (runner: Runner) => {
  for (let looks = 0; looks < 20; looks++) {
    await runner.advance()
    if (!(await runner.look(chainId))) return
  }
}

describe('a batch that somebody else pays for', () => {
  test.each([
    ['with its upgrade', true],
    ['of an account that is upgraded', false],
  ])('%s runs, and takes nothing of the account but what it sends', async (_, upgrade) => {
    const { key, from, batch } = await sponsored(undefined, upgrade)
    const runner = createRunner(worldOf(key), fees)
    await settle(runner)
    expect((await typesOf(batch.key)).slice(0, 4)).toEqual([
      'approved',
      'operation',
      'sent',
      'sealed',
    ])
    expect(await statusOf(batch.key)).toMatchObject({
      status: 200,
      atomic: true,
      receipts: [{ status: '0x1', logs: [] }],
    })
    expect(await weiOf(from)).toBe(7n)
    const count = await node<Hex>('eth_getTransactionCount', from, 'latest')
    expect(Number(count)).toBe(upgrade ? 1 : 0)
  })

  test('and that fails has failed, though the bundle that held it did not', async () => {
    const { key, from, batch } = await sponsored([pay('0x1'), pay('0xffff')])
    sponsors.bundler.hold()
    const runner = createRunner(worldOf(key), fees)
    await settle(runner)
    await sponsors.bundler.bundle()
    await settle(runner)
    expect(await statusOf(batch.key)).toMatchObject({
      status: 500,
      receipts: [{ status: '0x0', logs: [] }],
    })
    expect(await weiOf(from)).toBe(10n)
    const { explained } = (await stateOf(batch.key)).transactions[0] ?? {}
    expect(explained).toMatchObject({ by: 'trace', failing: { index: 1 } })
  })
})

describe('nothing is signed, and the user is asked,', () => {
  test.each(['refused', 'silent', 'wrong'] as const)('where the service is %s', async (failed) => {
    const { key, batch } = await sponsored()
    const world = worldOf(key, () => ({ final: () => Promise.resolve({ failed }) }))
    await settle(createRunner(world, fees))
    expect(await eventsOf(batch.key)).toEqual([
      { type: 'approved' },
      { type: 'asked', why: failed },
    ])
    expect((await statusOf(batch.key)).status).toBe(100)
  })
})

describe('a worker that is stopped', () => {
  test('after the signature is on disk sends the same bytes, also while the wallet is locked', async () => {
    const { key, from, batch } = await sponsored()
    const sent: string[] = []
    const first = worldOf(key, () => ({
      send: (_, signed) => {
        sent.push(JSON.stringify(signed))
        return new Promise(() => undefined)
      },
    }))
    void createRunner(first, fees).advance()
    await expect.poll(() => sent.length, { timeout: 60_000 }).toBe(1)
    expect(await typesOf(batch.key)).toEqual(['approved', 'operation'])

    const second = worldOf(key, ({ send }) => ({
      sign: () => Promise.resolve(undefined),
      final: () => expect.fail('asked again'),
      send: (terms, signed, hash) => {
        sent.push(JSON.stringify(signed))
        return send(terms, signed, hash)
      },
    }))
    await settle(createRunner(second, fees))
    expect(new Set(sent).size).toBe(1)
    expect((await statusOf(batch.key)).status).toBe(200)
    expect(await weiOf(from)).toBe(7n)
  })

  test('after the bundler had it finds what became of it on the chain alone', async () => {
    const { key, from, batch } = await sponsored()
    const first = worldOf(key, ({ send }) => ({
      // The bundler takes it, and its answer is lost.
      send: async (...of) => {
        await send(...of)
        return { failed: 'silent' }
      },
    }))
    await createRunner(first, fees).advance()
    expect(await typesOf(batch.key)).toEqual(['approved', 'operation'])
    const gone = worldOf(key, () => ({ send: () => Promise.resolve({ failed: 'silent' }) }))
    await settle(createRunner(gone, fees))
    expect((await statusOf(batch.key)).status).toBe(200)
    expect(await weiOf(from)).toBe(7n)
  })
})

describe('a bundler', () => {
  test('that refuses or is silent leaves the batch under way', async () => {
    const { key, batch } = await sponsored()
    const answers = [{ failed: 'refused' }, { failed: 'wrong' }, { failed: 'silent' }] as const
    let at = 0
    const world = worldOf(key, () => ({
      send: () => Promise.resolve(answers[at++ % 3] ?? { failed: 'silent' }),
    }))
    await settle(createRunner(world, fees))
    expect((await statusOf(batch.key)).status).toBe(100)
    expect((await typesOf(batch.key))[1]).toBe('operation')
  })

  test('that lies has said nothing of the chain', async () => {
    const { key, from, batch } = await sponsored()
    const world = worldOf(key, () => ({ send: () => Promise.resolve({ value: true }) }))
    await settle(createRunner(world, fees))
    expect(await typesOf(batch.key)).toEqual(['approved', 'operation', 'sent'])
    expect((await statusOf(batch.key)).status).toBe(100)
    expect(await weiOf(from)).toBe(10n)
  })

  test('is sent nothing after the deadline', async () => {
    const { key, batch } = await sponsored()
    let tries = 0
    const world = worldOf(key, () => ({
      send: () => {
        tries++
        return Promise.resolve({ failed: 'silent' })
      },
    }))
    const runner = createRunner(world, fees)
    await runner.advance()
    expect(tries).toBe(1)
    await world.wait(600_000)
    await settle(runner)
    expect(tries).toBe(1)
    expect((await statusOf(batch.key)).status).toBe(100)
  })
})

test('an operation whose nonce something else used is under way as long as that is no proof', async () => {
  const { key, from, batch } = await sponsored()
  sponsors.bundler.hold()
  const world = worldOf(key)
  const runner = createRunner(world, fees)
  await settle(runner)
  await node('anvil_setBalance', from, '0xde0b6b3a7640000')
  await node('anvil_impersonateAccount', from)
  await node<Hash>('eth_sendTransaction', { from, ...burnCall() })
  await node('evm_mine')
  await world.wait(60_000)
  await settle(runner)
  expect((await typesOf(batch.key)).at(-1)).toBe('overtaken')
  expect((await statusOf(batch.key)).status).toBe(100)
})

describe('a batch that is cancelled', () => {
  const coin = '0xde0b6b3a7640000'

  const cancelled = async () => {
    const { key, from, batch } = await sponsored()
    sponsors.bundler.hold()
    const world = {
      ...worldOf(key),
      sign: (_: Address, { transaction }: Parameters<World['sign']>[1]) =>
        signTransaction(new Uint8Array(hexToBytes(key)), { transaction }),
    }
    const runner = createRunner(world, () =>
      Promise.resolve({ maxFeePerGas: '0x12a05f200', maxPriorityFeePerGas: '0x3b9aca00' }),
    )
    await settle(runner)
    await node('anvil_setBalance', from, coin)
    return { key, from, batch, runner, world }
  }

  test('is under way until a final block proves that it cannot run', async () => {
    const { from, batch, runner, world } = await cancelled()
    expect(await cancel(runner, batch.key)).toBe('done')
    await settle(runner)
    expect((await statusOf(batch.key)).status).toBe(100)
    await sponsors.bundler.bundle().catch(() => undefined)
    await world.wait(60_000)
    await settle(runner)
    expect((await statusOf(batch.key)).status).toBe(100)
    await node('anvil_mine', '0x80')
    await world.wait(60_000)
    await settle(runner)
    expect((await typesOf(batch.key)).filter((type) => type === 'replaced')).toHaveLength(1)
    expect((await statusOf(batch.key)).status).toBe(400)
    expect(await weiOf(stranger)).toBe(0n)
    expect(BigInt(await node<Hex>('eth_getTransactionCount', from, 'latest'))).toBe(1n)
  })

  test('has run where its operation was faster, though its cancellation is in a block, too', async () => {
    const { batch, runner, world } = await cancelled()
    await node('evm_setAutomine', false)
    await sponsors.bundler.bundle()
    await node('evm_setAutomine', true)
    await cancel(runner, batch.key)
    await world.wait(60_000)
    await settle(runner)
    await node('anvil_mine', '0x80')
    await world.wait(60_000)
    await settle(runner)
    expect((await statusOf(batch.key)).status).toBe(200)
    expect(await typesOf(batch.key)).not.toContain('replaced')
  })
})

describe('a worker that is stopped at any step loses and doubles nothing:', () => {
  const steps = ['final', 'sign', 'append', 'send'] as const
  const moments = steps.flatMap((step) => [[step, 'before'] as const, [step, 'after'] as const])
  const never = () => new Promise<never>(() => undefined)

  test.each(moments)('at %s, %s it', async (step, moment) => {
    const { key, from, batch } = await sponsored()
    let isStopped = false
    /** Runs an effect, and no more of anything once it is the one at which the worker stops. */
    const tapped =
      <Of extends unknown[], T>(name: string, run: (...of: Of) => Promise<T>) =>
      async (...of: Of): Promise<T> => {
        if (isStopped) return never()
        if (name === step && moment === 'before') isStopped = true
        if (isStopped) return never()
        const result = await run(...of)
        if (name === step) isStopped = true
        return isStopped ? never() : result
      }
    const whole = worldOf(key, ({ final, send, sign }) => ({
      final: tapped('final', final),
      send: tapped('send', send),
      sign: tapped('sign', sign),
    }))
    void createRunner({ ...whole, append: tapped('append', whole.append) }, fees).advance()
    await expect.poll(() => isStopped, { timeout: 60_000 }).toBe(true)

    await settle(createRunner(worldOf(key), fees))
    expect((await statusOf(batch.key)).status).toBe(200)
    expect((await typesOf(batch.key)).filter((type) => type === 'operation')).toHaveLength(1)
    expect(await weiOf(from)).toBe(7n)
    expect(await weiOf(stranger)).toBe(3n)
  })
})
