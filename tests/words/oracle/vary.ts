import { getAddress, zeroAddress, type Address } from 'viem'
import { alice, bob, stranger } from '../../unit/accounts'
import type { Data } from '../../unit/decode/signatures/typedOf'
import type { Stage } from './judge'
import { rebuilt } from './twins'

/** Draws a number from 0 up to the given one. */
export type Draw = (below: number) => number

/** Shuffles the keys of an object, and of all objects in it. */
const shuffled = (value: unknown, draw: Draw): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => shuffled(item, draw))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [name, shuffled(one, draw)] as const)
  for (let last = entries.length - 1; last > 0; last--) {
    const at = draw(last + 1)
    const [one, other] = [entries[last], entries[at]]
    if (one && other) [entries[last], entries[at]] = [other, one]
  }
  return Object.fromEntries(entries)
}

const isAmount = (name: string) => /amount|value|price/i.test(name)

const among = <Item>(all: readonly Item[], draw: Draw, other: Item): Item =>
  all[draw(all.length)] ?? other

/** Changes the values of a message and the order of all keys, and nothing of its types. */
export const varied = ({ twin, tokens, items }: Stage, draw: Draw): Data => {
  const { data } = twin
  const isKnown = (list: readonly Address[], value: string) => list.includes(getAddress(value))
  const address = (value: string): string => {
    if (isKnown(tokens, value)) return among(tokens, draw, zeroAddress)
    // Zero mostly stands for nobody in particular, or for the coin.
    const isKept = BigInt(value) === 0n ? draw(10) > 0 : draw(2) === 0
    if (isKnown(items, value) || isKept) return value
    // Without the signer in it, no contract takes what the signer signed.
    if (getAddress(value) === alice) return draw(6) === 0 ? bob : value
    return among([value, alice, bob, stranger, zeroAddress], draw, value)
  }
  const amount = (type: string): string => {
    const bits = Number(/\d+$/.exec(type)?.[0] ?? 256)
    if (draw(10) === 0) return String(2n ** BigInt(bits) - 1n)
    return String(BigInt(draw(2 ** 31)) << BigInt(draw(Math.min(bits - 31, 65))))
  }
  const message = rebuilt(data, (type, name, value) => {
    if (type === 'address') return address(String(value))
    // An item of its own kind is one, and no other amount of it can be traded.
    const isOne = String(value) === '1' && name.endsWith('Amount')
    if (/^uint(128|160|256)$/.test(type) && isAmount(name) && !isOne && draw(4) > 0)
      return amount(type)
    if (type === 'bool') return draw(2) === 0
    if (type === 'uint8' && /^(side|direction|operation)$/.test(name)) return draw(2)
    if (type === 'string' && name === 'kind') return among(['sell', 'buy'], draw, 'sell')
    return value
  })
  const types = Object.fromEntries(Object.entries(data.types).toSorted(() => draw(3) - 1))
  return {
    types,
    primaryType: data.primaryType,
    domain: shuffled(data.domain, draw) as Data['domain'],
    message: shuffled(message, draw) as Data['message'],
  }
}
