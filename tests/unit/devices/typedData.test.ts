import fc from 'fast-check'
import { recoverAddress, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { send } from '@/components/devices/ledger/apdu'
import { askAddress } from '@/components/devices/ledger/address'
import { pathOf } from '@/components/devices/ledger/path'
import {
  fitsFields,
  signHashed,
  signTypedDataOnDevice,
  typedDataCommands,
} from '@/components/devices/ledger/typedData'
import { hashTypedData, typedDataDigests } from '@/lib/sign/hashTypedData'
import { readTypedData, type TypedData } from '@/lib/sign/typedData'
import type { Screen } from '../../device/ledgerApp'
import { newDevice } from '../../device/newDevice'
import { plugIn } from '../../device/plugIn'
import { anyTypedData } from '../sign/anyTypedData'

const path = pathOf('live', 0)

/** Typed data with a message of one field. */
const one = (type: string, value: unknown, more: Record<string, unknown> = {}): TypedData =>
  readTypedData(
    {
      types: {
        EIP712Domain: [{ name: 'name', type: 'string' }],
        Message: [{ name: 'value', type }],
        ...more,
      },
      primaryType: 'Message',
      domain: { name: 'Volley' },
      message: { value },
    },
    true,
  )

const person = [
  { name: 'name', type: 'string' },
  { name: 'wallets', type: 'address[2][]' },
]
const alice = { name: 'Alice', wallets: [[`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`]] }

const expectSigned = async (
  data: TypedData,
  signature: Hex,
  exchange: Parameters<typeof send>[0],
) => {
  const signer = await recoverAddress({ hash: hashTypedData(data), signature })
  expect(signer).toBe(await askAddress(exchange, path))
}

describe('typed data that the app shows field by field', () => {
  test.each([
    ['a text', one('string', 'é'.repeat(300))],
    ['an empty text', one('string', '')],
    ['no bytes', one('bytes', '0x')],
    ['bytes that fill three commands', one('bytes', `0x${'7f'.repeat(600)}`)],
    ['a negative number', one('int16', -2)],
    ['the least number', one('int8', -128)],
    ['the most', one('uint256', `0x${'ff'.repeat(32)}`)],
    ['nothing', one('uint256', 0)],
    ['four bytes', one('bytes4', '0x00010203')],
    ['yes', one('bool', true)],
    ['lists in lists', one('uint8[][2]', [[1, 2], []])],
    ['an empty list of structs', one('Person[]', [], { Person: person })],
    ['structs in lists', one('Person[]', [alice, { ...alice, wallets: [] }], { Person: person })],
    [
      '255 of them',
      one(
        'bool[]',
        Array.from({ length: 255 }, () => true),
      ),
    ],
  ])('%s', async (_, data) => {
    expect(fitsFields(data)).toBe(true)
    const { exchange } = await plugIn()
    await expectSigned(data, await signTypedDataOnDevice(exchange, path, data), exchange)
  })

  test('field names in their order, also those that look like numbers', async () => {
    const data = readTypedData(
      {
        types: {
          EIP712Domain: [{ name: 'name', type: 'string' }],
          Message: ['10', '9'].map((name) => ({ name, type: 'uint8' })),
        },
        primaryType: 'Message',
        domain: { name: 'Volley' },
        message: { 9: 1, 10: 2 },
      },
      true,
    )
    const { exchange } = await plugIn()
    await expectSigned(data, await signTypedDataOnDevice(exchange, path, data), exchange)
  })

  test('any that fit', async () => {
    const { exchange } = await plugIn()
    let fitting = 0
    await fc.assert(
      fc.asyncProperty(anyTypedData, async (given) => {
        const data = readTypedData(given, true)
        if (!fitsFields(data)) return
        fitting++
        await expectSigned(data, await signTypedDataOnDevice(exchange, path, data), exchange)
      }),
      { numRuns: 150 },
    )
    expect(fitting).toBeGreaterThan(30)
  })

  test('with the hashes of what was asked, on its screen', async () => {
    const screens: Screen[] = []
    const device = newDevice()
    device.decide = (screen) => screens.push(screen) > 0
    const { exchange } = await plugIn(device)
    const data = one('Person[]', [alice], { Person: person })
    await signTypedDataOnDevice(exchange, path, data)
    const { domainHash, messageHash } = typedDataDigests(data)
    await signHashed(exchange, path, { domainHash, messageHash })
    const shown = { shows: 'typed data', domainHash, messageHash }
    expect(screens).toEqual([
      { ...shown, isHashed: false },
      { ...shown, isHashed: true },
    ])
  })

  test('anew, after a page was closed at any command before', async () => {
    const { exchange } = await plugIn()
    const data = one('Person[]', [alice], { Person: person })
    const other = one('Person', { name: 'Bob', wallets: [] }, { Person: person.toReversed() })
    const commands = typedDataCommands(path, data)
    for (let sent = 0; sent < commands.length; sent++) {
      for (const command of commands.slice(0, sent)) await send(exchange, command)
      await expectSigned(other, await signTypedDataOnDevice(exchange, path, other), exchange)
    }
  })
})

describe('typed data that only two hashes can tell the app of', () => {
  test.each([
    [
      'a list of 256',
      one(
        'bool[]',
        Array.from({ length: 256 }, () => true),
      ),
    ],
    ['a number without a size', one('int', -1)],
    ['a name of 256 characters', one('Long', {}, { Long: [] }), 'x'.repeat(256)],
    [
      'a domain without fields',
      {
        ...one('bool', true),
        types: { EIP712Domain: [], Message: [{ name: 'value', type: 'bool' }] },
        domain: {},
      },
    ],
    ['a struct without fields', one('Nothing', {}, { Nothing: [] })],
    ['nine lists in each other', one('bool[][][][][][][][][]', [[[[[[[[[true]]]]]]]]])],
  ] as [string, TypedData, string?][])('%s', async (_, given, name) => {
    const data = name
      ? one(name, { value: 1 }, { [name]: [{ name: 'value', type: 'uint8' }] })
      : given
    expect(fitsFields(data)).toBe(false)
    const { exchange } = await plugIn()
    await expectSigned(data, await signHashed(exchange, path, typedDataDigests(data)), exchange)
  })

  test('is refused with blind signing off; raw messages alone allow the fields', async () => {
    const device = newDevice()
    device.settings = { ...device.settings, blindSigning: false, rawMessages: true }
    const { exchange } = await plugIn(device)
    const data = one('bool', true)
    const signed = signHashed(exchange, path, typedDataDigests(data))
    await expect(signed).rejects.toMatchObject({ word: 0x6a80 })
    await expectSigned(data, await signTypedDataOnDevice(exchange, path, data), exchange)
    device.settings = { ...device.settings, rawMessages: false }
    await expect(signTypedDataOnDevice(exchange, path, data)).rejects.toMatchObject({
      word: 0x6a80,
    })
  })
})

test('a user who rejects typed data', async () => {
  const { exchange } = await plugIn({ ...newDevice(), decide: () => false })
  const data = one('bool', true)
  await expect(signTypedDataOnDevice(exchange, path, data)).rejects.toMatchObject({
    fault: 'refused',
  })
  const hashed = signHashed(exchange, path, typedDataDigests(data))
  await expect(hashed).rejects.toMatchObject({ fault: 'refused' })
})
