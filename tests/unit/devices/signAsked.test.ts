import { hashMessage, recoverAddress, serializeTransaction, type Hex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { askAddress } from '@/components/devices/ledger/address'
import { isDeviceError } from '@/components/devices/ledger/fault'
import { pathOf } from '@/components/devices/ledger/path'
import type { DeviceRequest } from '@/components/devices/ledger/signOnDevice'
import { signAsked } from '@/components/devices/signAsked'
import { deviceExecutor } from '@/lib/delegate/executor'
import { readTypedData } from '@/lib/sign/typedData'
import type { Device } from '../../device/ledgerApp'
import { newDevice } from '../../device/newDevice'
import { plugIn } from '../../device/plugIn'
import { bob } from '../accounts'
import { mail } from '../sign/typedDataSamples'

const path = pathOf('live', 0)
const message: DeviceRequest = { kind: 'message', message: '0x1234' }
const authorization: DeviceRequest = {
  kind: 'authorization',
  authorization: { chainId: 8453, address: deviceExecutor, nonce: 8 },
}
const transaction: DeviceRequest = {
  kind: 'transaction',
  unsigned: serializeTransaction({
    type: 'eip1559',
    chainId: 8453,
    nonce: 7,
    to: bob,
    gas: 21_000n,
    maxFeePerGas: 5n,
    maxPriorityFeePerGas: 1n,
  }),
}
const typedData: DeviceRequest = { kind: 'typed data', typedData: readTypedData(mail, true) }

/** Asks a device of the usual seed, but for these fields. */
const ask = async (change: Partial<Device>, asked: DeviceRequest) => {
  const { device, exchange } = await plugIn()
  const account = { path, address: await askAddress(exchange, path) }
  Object.assign(device, { ...newDevice(), ...change })
  const signed: Hex[] = []
  const onRefused = vi.fn(() => Promise.resolve())
  const onSigned = (signature: Hex) => {
    signed.push(signature)
    return Promise.resolve()
  }
  const asking = signAsked(exchange, account, asked, { onSigned, onRefused })
  const fault = await asking.then(
    () => undefined,
    (error: unknown) => (isDeviceError(error) ? error.fault : undefined),
  )
  return { account, signed, onRefused, fault }
}

const decide = () => false

describe('a rejection on the device', () => {
  test.each([
    ['a message', message],
    ['typed data', typedData],
    ['a transaction', transaction],
    ['an authorization', authorization],
  ])('of %s is the user’s answer', async (_, asked) => {
    const { fault, signed, onRefused } = await ask({ decide }, asked)
    expect(onRefused).toHaveBeenCalledOnce()
    expect(signed).toEqual([])
    expect(fault).toBe('refused')
  })

  test('is named also where nobody could be told of it', async () => {
    const { exchange } = await plugIn({ ...newDevice(), decide })
    const account = { path, address: await askAddress(exchange, path) }
    const onRefused = () => Promise.reject(new Error('no background'))
    const onSigned = () => Promise.resolve()
    const asking = signAsked(exchange, account, message, { onSigned, onRefused })
    await expect(asking).rejects.toMatchObject({ fault: 'refused' })
  })
})

describe('no rejection is', () => {
  const settings = { blindSigning: true, rawMessages: true, delegation: false }

  test.each<[string, Partial<Device>, string]>([
    ['a locked device', { isLocked: true }, 'locked'],
    ['another app', { running: 'Bitcoin' }, 'wrong app'],
    ['another seed', { seed: 'two' }, 'wrong seed'],
    ['a setting that is off', { settings }, 'delegation off'],
    ['what an older app does not tell apart', { version: [1, 18, 0], decide }, 'delegation'],
  ])('%s', async (_, change, named) => {
    const { fault, signed, onRefused } = await ask(change, authorization)
    expect(fault).toBe(named)
    expect(signed).toEqual([])
    expect(onRefused).not.toHaveBeenCalled()
  })
})

describe('a word of rejection before the user was shown anything is none', () => {
  test.each([
    ['which app runs', [0xb0, 0x01]],
    ['the address', [0xe0, 0x02]],
    ['the settings', [0xe0, 0x06]],
  ])('%s', async (_, [cla, ins]) => {
    const { exchange } = await plugIn()
    const account = { path, address: await askAddress(exchange, path) }
    const onRefused = vi.fn(() => Promise.resolve())
    const rejecting = (apdu: Uint8Array) =>
      apdu[0] === cla && apdu[1] === ins
        ? Promise.resolve(new Uint8Array([0x69, 0x85]))
        : exchange(apdu)
    const onSigned = () => Promise.resolve()
    const asking = signAsked(rejecting, account, message, { onSigned, onRefused })
    await expect(asking).rejects.toMatchObject({ fault: 'unread', word: 0x6985 })
    expect(onRefused).not.toHaveBeenCalled()
  })
})

test('a signature is brought once, and refuses nothing', async () => {
  const { account, signed, onRefused } = await ask({}, message)
  const [signature = '0x'] = signed
  expect(signed).toHaveLength(1)
  expect(await recoverAddress({ hash: hashMessage({ raw: '0x1234' }), signature })).toBe(
    account.address,
  )
  expect(onRefused).not.toHaveBeenCalled()
})
