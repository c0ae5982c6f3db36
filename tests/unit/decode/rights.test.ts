import { concat, pad, toEventSelector, toFunctionSelector, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { proofOf, rights, type RightKept } from '@/lib/decode/rights'
import { rightGivers } from '@/lib/decode/standards/rightGivers'
import { alice, bob } from '../accounts'
import { encode, word } from './encode'
import { read, samples } from './samples'

const givers = rightGivers.flatMap(({ abi }) => abi.filter((item) => item.type === 'function'))

test('no function of the table is silent about the right that it gives or takes back', () => {
  const byName = new Map(
    samples.map(([signature, args]) => [toFunctionSelector(signature), { signature, args }]),
  )
  const silent = givers.filter((item) => {
    const sample = byName.get(toFunctionSelector(item))
    const reading = sample && read(encode(sample.signature, sample.args))
    return reading?.kind !== 'right' || reading.holder !== bob
  })
  expect(silent).toEqual([])
  expect(givers.length).toBeGreaterThan(40)
})

// Selectors and topics as their makers' code, block explorers and generated bindings have them.
test.each<[Hex, string]>([
  ['0xeecea000', 'setAuthorization'],
  ['0x110496e5', 'allow'],
  ['0xc04a8a10', 'approveDelegation'],
  ['0x558a7297', 'setOperator'],
  ['0x426a8493', 'approve'],
  ['0x959b8c3f', 'authorizeOperator'],
  ['0xfa6e671d', 'setRelayerApproval'],
  ['0xa3b22fc4', 'hope'],
  ['0x30ff3140', 'delegateAll'],
  ['0x5c19a95c', 'delegate'],
  ['0x5b0fc9c3', 'setOwner'],
  ['0x06ab5923', 'setSubnodeOwner'],
  ['0x1896f70a', 'setResolver'],
  ['0x28ed4f6c', 'reclaim'],
  ['0xf2fde38b', 'transferOwnership'],
  ['0x13af4035', 'setOwner'],
  ['0x8f283970', 'changeAdmin'],
  ['0x3659cfe6', 'upgradeTo'],
  ['0x4f1ef286', 'upgradeToAndCall'],
  ['0x2f2ff15d', 'grantRole'],
  ['0xd547741f', 'revokeRole'],
  ['0x0d582f13', 'addOwnerWithThreshold'],
  ['0xe318b52b', 'swapOwner'],
  ['0x610b5925', 'enableModule'],
])('%s is %s', (selector, name) => {
  expect(givers.find((item) => toFunctionSelector(item) === selector)?.name).toBe(name)
})

describe('getters and events', () => {
  test.each<[keyof typeof rights, Hex]>([
    ['Morpho', '0x65e4ad9e'],
    ['delegate.xyz 1', '0x9c395bc2'],
    ['Aave debt', '0x6bd76d24'],
    ['ERC-6909', '0xb6363cf2'],
    ['Ownable', '0x8da5cb5b'],
    ['AccessControl', '0x91d14854'],
    ['Votes', '0x587cde1e'],
  ])('the getter of %s is %s', (name, selector) => {
    const roles = { owner: alice, holder: bob, id: word }
    expect(proofOf(rights[name], roles)?.slice(0, 10)).toBe(selector)
  })

  test('take their arguments in the order of their roles', () => {
    expect(proofOf(rights.AccessControl, { id: word, holder: bob })?.toLowerCase()).toBe(
      concat(['0x91d14854', word, pad(bob)]).toLowerCase(),
    )
    expect(proofOf(rights['ERC-777'], { owner: alice, holder: bob })?.toLowerCase()).toBe(
      concat([
        toFunctionSelector('isOperatorFor(address,address)'),
        pad(bob),
        pad(alice),
      ]).toLowerCase(),
    )
    const prefix = alice.slice(0, 40).toLowerCase()
    expect(proofOf(rights.Euler, { owner: prefix, holder: bob })?.slice(10, 74)).toBe(
      `${prefix.slice(2)}${'00'.repeat(13)}`,
    )
    expect(proofOf(rights.Ownable, {})).toBe('0x8da5cb5b')
  })

  test('are none where a role is missing', () => {
    expect(proofOf(rights.ENS, { owner: alice, holder: bob })).toBeNull()
    expect(proofOf(rights.Proxy, { owner: alice, holder: bob })).toBeNull()
  })

  // As the generated bindings of their makers, block explorers and the EIPs have them.
  test.each<[keyof typeof rights, Hex]>([
    ['Ownable', '0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0'],
    ['AccessControl', '0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d'],
    ['delegate.xyz', '0xda3ef6410e30373a9137f83f9781a8129962b6882532b7c229de2e39de423227'],
  ])('the event of %s is %s', (name, topic) => {
    const { event }: RightKept = rights[name]
    expect(event && toEventSelector(event[0])).toBe(topic)
  })

  test('each event has as many topics as its owner, holder and ID need', () => {
    for (const { event } of Object.values<RightKept>(rights)) {
      if (!event) continue
      const [signature, ...topics] = event
      const types = signature.slice(signature.indexOf('(') + 1, -1).split(',')
      const [owner, holder, id] = topics
      // Topics come before the data: an event that has its ID there indexes all before it.
      const at = (place: number) => types[(place < 4 ? place : place - 4 + topics.length) - 1]
      for (const place of [owner, holder]) expect(at(place)).toMatch(/^(address|bytes19)$/)
      if (id !== undefined) expect(at(id)).toMatch(/^(uint256|bytes32)$/)
      expect(toEventSelector(signature)).toHaveLength(66)
    }
  })
})
