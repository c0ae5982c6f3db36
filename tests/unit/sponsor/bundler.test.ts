import { hexToBytes } from 'viem'
import { describe, expect, test } from 'vitest'
import { executor } from '@/lib/delegate/executor'
import { signUserOperation } from '@/lib/keyring/sign'
import { askEstimate, sendOperation, takesOperations } from '@/lib/sponsor/bundler'
import { entryPoint } from '@/lib/sponsor/entryPoint'
import { operationHash } from '@/lib/sponsor/operation'
import { alice, keys } from '../accounts'
import { operation, upgrading } from './operations'
import { answers, gives, givesEach, startService } from './fakeService'

const chainId = 8453
const key = hexToBytes(keys[alice] ?? '0x') as Uint8Array<ArrayBuffer>
const older = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

describe('a service sends operations', () => {
  const found = async (results: Record<string, unknown>) =>
    takesOperations(await startService(givesEach(results)), chainId)

  test('if it takes those of EntryPoint 0.8, on this chain', async () => {
    const eth_supportedEntryPoints = [older, entryPoint.toLowerCase()]
    expect(await found({ eth_supportedEntryPoints, eth_chainId: '0x2105' })).toEqual({
      value: true,
    })
  })

  test.each<[string, string, Record<string, unknown>]>([
    ['refused', 'only of others', { eth_supportedEntryPoints: [older], eth_chainId: '0x2105' }],
    ['refused', 'of none', { eth_supportedEntryPoints: [], eth_chainId: '0x2105' }],
    ['refused', 'elsewhere', { eth_supportedEntryPoints: [entryPoint], eth_chainId: '0x1' }],
    ['wrong', 'in one word', { eth_supportedEntryPoints: entryPoint, eth_chainId: '0x2105' }],
    ['wrong', 'of a name', { eth_supportedEntryPoints: ['v0.8'], eth_chainId: '0x2105' }],
    ['wrong', 'without an end', { eth_supportedEntryPoints: Array(65).fill(entryPoint) }],
    ['wrong', 'nowhere', { eth_supportedEntryPoints: [entryPoint], eth_chainId: '8453' }],
  ])('is %s if it takes them %s', async (failed, _, results) => {
    expect(await found(results)).toEqual({ failed })
  })

  test('is no more than a no where a proxy passes a paymaster’s methods alone', async () => {
    const service = await startService(answers({ error: { code: -32601, message: 'no' } }))
    expect(await takesOperations(service, chainId)).toEqual({ failed: 'refused' })
  })
})

describe('an estimate', () => {
  const limits = {
    callGasLimit: '0x1d4c0',
    verificationGasLimit: '0x186a0',
    preVerificationGas: '0xc350',
  }

  test('is asked for with no signature and no authorization of the account', async () => {
    const service = await startService(gives(limits))
    expect(await askEstimate(service, chainId, upgrading, 3)).toEqual({ value: limits })
    const [{ method, params } = expect.fail()] = service.asked
    expect(method).toBe('eth_estimateUserOperationGas')
    expect(params).toMatchObject([
      {
        ...upgrading,
        signature: expect.stringMatching(/^0xf{31}0+7a{62,63}1c$/) as string,
        eip7702Auth: { address: executor, chainId: '0x2105', nonce: '0x3' },
      },
      entryPoint,
    ])
    const signed = await signUserOperation(key, { chainId, operation: upgrading, nonce: 3 })
    expect(JSON.stringify(params)).not.toContain(signed.signature.slice(2, 66))
    expect(JSON.stringify(params)).not.toContain(signed.eip7702Auth?.r.slice(2))
  })

  test('names no authorization where there is nothing to authorize', async () => {
    const service = await startService(gives(limits))
    await askEstimate(service, chainId, operation, 3)
    expect(service.asked[0]?.params[0]).not.toHaveProperty('eip7702Auth')
  })

  test.each<[string, unknown]>([
    ['no limits', {}],
    ['null', null],
    ['a part of them', { callGasLimit: '0x1', verificationGasLimit: '0x1' }],
    ['more than a transaction may take', { ...limits, preVerificationGas: '0x1000001' }],
    ['a number', { ...limits, callGasLimit: 120_000 }],
    ['a limit below zero', { ...limits, callGasLimit: '-0x1' }],
    ['a limit of no digits', { ...limits, verificationGasLimit: '0x' }],
  ])('is wrong with %s', async (_, result) => {
    const service = await startService(gives(result))
    expect(await askEstimate(service, chainId, operation, 3)).toEqual({ failed: 'wrong' })
  })
})

describe('an operation is sent', () => {
  const send = async (reply: Parameters<typeof startService>[0]) => {
    const signed = await signUserOperation(key, { chainId, operation: upgrading, nonce: 3 })
    const hash = operationHash(chainId, upgrading, executor)
    const service = await startService(reply)
    return { sent: await sendOperation(service, signed, hash), service, signed, hash }
  }
  const hash = operationHash(chainId, upgrading, executor)

  test('as the same bytes each time', async () => {
    const { sent, service, signed } = await send(gives(hash))
    expect(sent).toEqual({ value: true })
    await sendOperation(service, JSON.parse(JSON.stringify(signed)) as typeof signed, hash)
    const [first, second] = service.asked.map(({ params }) => JSON.stringify(params))
    expect(first).toBe(JSON.stringify([signed, entryPoint]))
    expect(second).toBe(first)
  })

  test('also where the bundler has it already', async () => {
    const { sent } = await send(answers({ error: { code: -32602, message: 'Already known' } }))
    expect(sent).toEqual({ value: true })
  })

  test.each<[string, string, Parameters<typeof startService>[0]]>([
    ['wrong', 'the hash of another one', gives(`0x${'ab'.repeat(32)}`)],
    ['wrong', 'no hash', gives(true)],
    ['wrong', 'nothing', gives(null)],
    ['refused', 'a nonce that is used', answers({ error: { code: -32500, message: 'AA25' } })],
    ['refused', 'a no of its paymaster', answers({ error: { code: -32501, message: 'AA33' } })],
  ])('and that it was is %s with %s', async (failed, _, reply) => {
    expect((await send(reply)).sent).toEqual({ failed })
  })
})
