import {
  hashMessage,
  keccak256,
  recoverAddress,
  serializeTransaction,
  zeroAddress,
  type Hex,
} from 'viem'
import { hashAuthorization } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { askAddress } from '@/components/devices/ledger/address'
import type { Fault } from '@/components/devices/ledger/fault'
import { pathOf } from '@/components/devices/ledger/path'
import { signOnDevice, type DeviceRequest } from '@/components/devices/ledger/signOnDevice'
import { hashTypedData, typedDataDigests } from '@/lib/sign/hashTypedData'
import { readTypedData } from '@/lib/sign/typedData'
import { alice, bob } from '../accounts'
import type { Device } from '../../device/ledgerApp'
import { newDevice } from '../../device/newDevice'
import { plugIn } from '../../device/plugIn'
import { mail } from '../sign/typedDataSamples'

const path = pathOf('live', 0)
const typedData = readTypedData(mail, true)
const fees = { maxFeePerGas: 5n, maxPriorityFeePerGas: 1n }
const call = { to: bob, nonce: 7, gas: 100_000n, chainId: 8453, ...fees }
const listed = '0x4Cd241E8d1510e30b2076397afc7508Ae59C66c9'
const authorization = { chainId: 8453, address: listed, nonce: 8 } as const
const one: Hex = `0x${'1'.repeat(64)}`

const plain = serializeTransaction({ ...call, type: 'eip1559', value: 1n })
const withData = serializeTransaction({ ...call, type: 'eip1559', data: '0xa9059cbb' })
const type4 = serializeTransaction({
  ...call,
  type: 'eip7702',
  authorizationList: [{ ...authorization, r: one, s: one, yParity: 0 }],
})

/** The account at the path of the seed that every device here has at first. */
const account = async () => {
  const { exchange, close } = await plugIn()
  const address = await askAddress(exchange, path)
  await close()
  return { path, address }
}
const own = await account()

describe('a device signs for its account', () => {
  test.each<[string, DeviceRequest, Hex]>([
    ['a transaction', { kind: 'transaction', unsigned: withData }, keccak256(withData)],
    ['type 4', { kind: 'transaction', unsigned: type4 }, keccak256(type4)],
    [
      'an authorization',
      { kind: 'authorization', authorization },
      hashAuthorization(authorization),
    ],
    ['a message', { kind: 'message', message: '0x1234' }, hashMessage({ raw: '0x1234' })],
    ['typed data', { kind: 'typed data', typedData }, hashTypedData(typedData)],
    [
      'their hashes',
      { kind: 'hashes', digests: typedDataDigests(typedData) },
      hashTypedData(typedData),
    ],
  ])('%s', async (_, asked, hash) => {
    const { exchange } = await plugIn()
    const signature = await signOnDevice(exchange, own, asked)
    expect(await recoverAddress({ hash, signature })).toBe(own.address)
  })
})

const off = (setting: keyof Device['settings']): Partial<Device> => ({
  settings: { ...newDevice().settings, [setting]: false },
})

const bothOff = { settings: { blindSigning: false, rawMessages: false, delegation: true } }
const foreign: DeviceRequest = {
  kind: 'authorization',
  authorization: { ...authorization, address: alice },
}
const listedAsked: DeviceRequest = { kind: 'authorization', authorization }
const revoking: DeviceRequest = {
  kind: 'authorization',
  authorization: { ...authorization, address: zeroAddress },
}

describe('a device that does not sign says why', () => {
  test.each<[Fault, string, Partial<Device>, DeviceRequest]>([
    ['locked', 'a locked device', { isLocked: true }, listedAsked],
    ['wrong app', 'its dashboard', { running: 'BOLOS' }, listedAsked],
    ['wrong app', 'another app', { running: 'Bitcoin' }, listedAsked],
    ['old app', 'authorizations', { version: [1, 16, 0] }, listedAsked],
    ['old app', 'type 4', { version: [1, 16, 0] }, { kind: 'transaction', unsigned: type4 }],
    ['wrong seed', 'another seed', { seed: 'two' }, listedAsked],
    ['delegation off', 'the setting', off('delegation'), listedAsked],
    ['delegation off', 'the setting, for none', off('delegation'), revoking],
    ['unlisted delegate', 'a delegate', {}, foreign],
    ['delegation', 'an older app', { version: [1, 19, 3], ...off('delegation') }, listedAsked],
    ['refused', 'an authorization', { decide: () => false }, listedAsked],
    ['refused', 'a transaction', { decide: () => false }, { kind: 'transaction', unsigned: plain }],
    ['blind-signing off', 'data', bothOff, { kind: 'transaction', unsigned: withData }],
    ['blind-signing off', 'fields', bothOff, { kind: 'typed data', typedData }],
    [
      'blind-signing off',
      'hashes',
      off('blindSigning'),
      { kind: 'hashes', digests: typedDataDigests(typedData) },
    ],
  ])('%s: %s', async (fault, _, change, asked) => {
    const { exchange } = await plugIn({ ...newDevice(), ...change })
    await expect(signOnDevice(exchange, own, asked)).rejects.toMatchObject({ fault })
  })

  test('unplugged, at each command', async () => {
    const whole = await plugIn()
    await signOnDevice(whole.exchange, own, { kind: 'typed data', typedData })
    const count = whole.boundary.apdus.length
    expect(count).toBeGreaterThan(20)
    for (let at = 1; at <= count; at++) {
      const { exchange, boundary } = await plugIn()
      boundary.alter((reports) => {
        if (boundary.apdus.length < at) return reports
        boundary.unplug()
        return []
      })
      const signed = signOnDevice(exchange, own, { kind: 'typed data', typedData })
      await expect(signed).rejects.toMatchObject({ fault: 'unplugged' })
    }
  })

  test('nothing wrong: coin alone needs no blind signing', async () => {
    const { exchange } = await plugIn({ ...newDevice(), ...bothOff })
    const asked: DeviceRequest = { kind: 'transaction', unsigned: plain }
    const signature = await signOnDevice(exchange, own, asked)
    expect(await recoverAddress({ hash: keccak256(plain), signature })).toBe(own.address)
  })
})

test('what one page began and left is nothing to the next, at each command of it', async () => {
  const { exchange, boundary } = await plugIn()
  await signOnDevice(exchange, own, { kind: 'typed data', typedData })
  const left = boundary.apdus.slice()
  for (let at = 1; at < left.length; at++) {
    for (const apdu of left.slice(0, at)) await exchange(apdu)
    for (const asked of [
      { kind: 'message', message: '0x1234' },
      {
        kind: 'typed data',
        typedData: readTypedData(
          { ...mail, message: { ...mail.message, contents: 'Other' } },
          true,
        ),
      },
    ] as DeviceRequest[]) {
      const hash =
        asked.kind === 'typed data'
          ? hashTypedData(asked.typedData)
          : hashMessage({ raw: '0x1234' })
      const signature = await signOnDevice(exchange, own, asked)
      expect(await recoverAddress({ hash, signature }), `${asked.kind} after ${at}`).toBe(
        own.address,
      )
    }
  }
})
