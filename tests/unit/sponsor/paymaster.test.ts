import { zeroAddress, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { entryPoint } from '@/lib/sponsor/entryPoint'
import { askFinal, askStub, type Draft } from '@/lib/sponsor/paymaster'
import { alice, bob, stranger } from '../accounts'
import { operation } from './operations'
import { gives, startService } from './fakeService'

const chainId = 8453

const {
  paymaster: _,
  paymasterData: __,
  paymasterVerificationGasLimit: ___,
  paymasterPostOpGasLimit: ____,
  ...draft
} = operation

/** Answer of a paymaster of another account, or of this one. */
const stub = {
  paymaster: stranger as string,
  paymasterData: '0x00',
  paymasterVerificationGasLimit: '0x249f0',
  paymasterPostOpGasLimit: '0x1',
}

const askedStub = async (answer: unknown, from: Draft = draft) => {
  const service = await startService(gives(answer))
  return askStub({ ...service, chainId, context: '{"policyId":"a"}' }, from)
}

const askedFinal = async (answer: unknown) => {
  const service = await startService(gives(answer))
  return askFinal({ ...service, chainId }, operation)
}

describe('a paymaster’s service', () => {
  test('is asked as ERC-7677 says, with what the site wants it to know', async () => {
    const service = await startService(gives(stub))
    await askStub({ ...service, chainId, context: '{"policyId":"a"}' }, draft)
    await askFinal({ ...service, chainId }, operation)
    expect(service.asked.map(({ method, params }) => [method, params])).toEqual([
      ['pm_getPaymasterStubData', [draft, entryPoint, '0x2105', { policyId: 'a' }]],
      ['pm_getPaymasterData', [operation, entryPoint, '0x2105', {}]],
    ])
  })

  test('may say that its first data are final', async () => {
    expect(await askedStub({ ...stub, isFinal: true })).toEqual({
      value: { ...stub, isFinal: true },
    })
    expect(await askedStub(stub)).toEqual({ value: { ...stub, isFinal: false } })
  })

  test('may leave its limits to the bundler', async () => {
    const { paymaster, paymasterData } = stub
    const found = await askedStub({ paymaster, paymasterData, paymasterPostOpGasLimit: null })
    expect(found).toEqual({ value: { paymaster, paymasterData, isFinal: false } })
  })

  test('is not believed in what it says of itself', async () => {
    const sponsor = { name: 'Your bank', icon: 'data:image/svg+xml,<svg/>' }
    const found = await askedStub({ ...stub, sponsor, origin: 'https://bank.example' })
    expect(found).toEqual({ value: { ...stub, isFinal: false } })
  })

  test('changes nothing of an operation but its own data', async () => {
    const found = await askedFinal({
      ...stub,
      paymasterData: '0xfeed',
      paymasterVerificationGasLimit: '0x10',
      callData: '0x',
      callGasLimit: '0x0',
      maxFeePerGas: '0xffffffff',
      nonce: '0x9',
      sender: bob,
    })
    expect(found).toEqual({
      value: {
        ...operation,
        paymasterData: '0xfeed',
        paymasterVerificationGasLimit: '0x10',
      },
    })
  })
})

describe('an answer is wrong', () => {
  const own: Address = alice

  test.each<[string, unknown]>([
    ['without data', { ...stub, paymasterData: undefined }],
    ['without a paymaster', { ...stub, paymaster: undefined }],
    ['in the form of EntryPoint 0.6', { paymasterAndData: `${stranger}00` }],
    ['that is null', null],
    ['that is a list', [stub]],
    ['where the account itself pays', { ...stub, paymaster: own }],
    ['where the account itself pays, in small letters', { ...stub, paymaster: own.toLowerCase() }],
    ['where the EntryPoint pays', { ...stub, paymaster: entryPoint }],
    ['where nobody pays', { ...stub, paymaster: zeroAddress }],
    ['where no address pays', { ...stub, paymaster: '0x1234' }],
    ['with data that are no bytes', { ...stub, paymasterData: '0x0' }],
    ['with data of 9 KiB', { ...stub, paymasterData: `0x${'00'.repeat(9_216)}` }],
    ['with a limit that no block has', { ...stub, paymasterVerificationGasLimit: '0x1000001' }],
    ['with a limit of 65 digits', { ...stub, paymasterPostOpGasLimit: `0x${'1'.repeat(65)}` }],
    ['with a limit below zero', { ...stub, paymasterPostOpGasLimit: '-0x1' }],
    ['with a limit in decimals', { ...stub, paymasterPostOpGasLimit: '100' }],
    ['with a limit that is a number', { ...stub, paymasterPostOpGasLimit: 100 }],
  ])('%s', async (_, answer) => {
    expect(await askedStub(answer)).toEqual({ failed: 'wrong' })
    expect(await askedFinal(answer)).toEqual({ failed: 'wrong' })
  })

  test('that is final in words', async () => {
    expect(await askedStub({ ...stub, isFinal: 'true' })).toEqual({ failed: 'wrong' })
  })

  test.each<[string, object]>([
    ['another paymaster', { paymaster: bob }],
    ['more gas to look at it', { paymasterVerificationGasLimit: '0x249f1' }],
    ['more gas to charge for it', { paymasterPostOpGasLimit: '0x2' }],
  ])('with %s than was shown', async (_, change) => {
    expect(await askedFinal({ ...stub, ...change })).toEqual({ failed: 'wrong' })
  })
})
