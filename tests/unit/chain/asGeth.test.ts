import { numberToHex, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChain, type Chain } from '../../chain'
import { rpc } from '../../chain/rpc'
import { alice, bob } from '../accounts'

type Header = { number: Hex; timestamp: Hex }
type Built = Header & { calls: { status: Hex; gasUsed: Hex }[] }

let chain: Chain
let base: Header

beforeAll(async () => {
  chain = await startChain({ hardfork: 'prague', gasCap: 90_000n })
  base = await rpc<Header>(chain.url, 'eth_getBlockByNumber', ['latest', false])
})
afterAll(() => chain.stop())

const pays = (gas: number) => ({ from: alice, to: bob, value: '0x1', gas: numberToHex(gas) })

const simulated = (...blockStateCalls: object[]) =>
  rpc<Built[]>(chain.url, 'eth_simulateV1', [{ blockStateCalls }, 'latest'])

const after = (blocks: number, seconds: number) => ({
  number: numberToHex(Number(base.number) + blocks),
  time: numberToHex(Number(base.timestamp) + seconds),
})

test('a simulated block comes 12 seconds after its base, and the blocks between are filled in', async () => {
  const clocks = async (...blocks: object[]) =>
    (await simulated(...blocks)).map(({ number, timestamp }) => [
      Number(number) - Number(base.number),
      Number(timestamp) - Number(base.timestamp),
    ])
  expect(await clocks({ calls: [pays(21_000)] })).toEqual([[1, 12]])
  expect(await clocks({ blockOverrides: { number: after(3, 0).number } })).toEqual([
    [1, 12],
    [2, 24],
    [3, 36],
  ])
  expect(await clocks({ blockOverrides: after(1, 2) }, {})).toEqual([
    [1, 2],
    [2, 14],
  ])
})

test('as in reth, it may come one second after its base', async () => {
  const reth = await startChain({ hardfork: 'prague', tick: 1n })
  try {
    const first = await rpc<Header>(reth.url, 'eth_getBlockByNumber', ['latest', false])
    const later = {
      number: numberToHex(Number(first.number) + 3),
      time: numberToHex(Number(first.timestamp) + 9),
    }
    const payload = { blockStateCalls: [{}, { blockOverrides: later }, {}] }
    const built = await rpc<Built[]>(reth.url, 'eth_simulateV1', [payload, 'latest'])
    const clocks = built.map(({ number, timestamp }) => [
      Number(number) - Number(first.number),
      Number(timestamp) - Number(first.timestamp),
    ])
    expect(clocks).toEqual([
      [1, 1],
      [2, 2],
      [3, 9],
      [4, 10],
    ])
  } finally {
    await reth.stop()
  }
})

test('numbers and times that are not later than the base are refused in geth’s words', async () => {
  await expect(simulated({ blockOverrides: after(0, 12) })).rejects.toThrow(
    `block numbers must be in order: ${Number(base.number)} <= ${Number(base.number)}`,
  )
  await expect(simulated({ blockOverrides: after(1, 0) })).rejects.toThrow(
    'block timestamps must be in order',
  )
  await expect(simulated({ blockOverrides: after(257, 9_999) })).rejects.toThrow('too many blocks')
})

test('a block has room for the gas used so far and the limit of the next call', async () => {
  const blockOverrides = { gasLimit: numberToHex(60_000) }
  const [fits] = await simulated({ blockOverrides, calls: [pays(39_000), pays(39_000)] })
  expect(fits?.calls.map(({ status }) => status)).toEqual(['0x1', '0x1'])
  await expect(simulated({ blockOverrides, calls: [pays(21_000), pays(39_001)] })).rejects.toThrow(
    'block gas limit reached: 21000 >= 60000',
  )
})

test('calls of a request share a cap of gas', async () => {
  const spends = { from: alice, to: chain.contracts.usdc, input: '0x', gas: numberToHex(500_000) }
  const [built] = await simulated({ calls: [pays(21_000), spends] })
  // The call reverts with all that the first one left at most.
  expect(Number(built?.calls[1]?.gasUsed)).toBeLessThanOrEqual(69_000)
})

test('calls beyond the cap are answered, and not by a closed connection', async () => {
  const calls = Array.from({ length: 6 }, () => pays(21_000))
  await expect(simulated({ calls })).rejects.toThrow('intrinsic gas too high')
})
