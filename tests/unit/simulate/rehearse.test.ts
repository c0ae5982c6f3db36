import { slice, type Address, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rehearse } from '@/lib/simulate/rehearse'
import { startChain, type Chain } from '../../chain'
import { rpc } from '../../chain/rpc'
import { alice } from '../accounts'
import { emptyDatabase } from '../database'
import { useChain } from '../delegate/localChain'

/** A contract that returns number and time of its block. */
const clock: Address = '0xc10c00000000000000000000000000000000c10c'
const code = '0x435f524260205260405ff3'

let chain: Chain
beforeAll(async () => {
  chain = await startChain({ hardfork: 'prague', executor: false })
  await rpc(chain.url, 'anvil_setCode', [clock, code])
})
afterAll(() => chain.stop())
beforeEach(async () => {
  await emptyDatabase()
  useChain(chain.url)
})

type Block = { number: Hex; timestamp: Hex }

const blockAt = (tag: string) => rpc<Block>(chain.url, 'eth_getBlockByNumber', [tag, false])

test('a rehearsal runs in the block that would come, as the quote does', async () => {
  // The pending block comes a fixed second after the latest one, whatever the real time is.
  await rpc(chain.url, 'anvil_setBlockTimestampInterval', [1])
  await rpc(chain.url, 'anvil_mine', ['0x1'])
  const [pending, latest] = await Promise.all([blockAt('pending'), blockAt('latest')])
  const step = BigInt(pending.timestamp) - BigInt(latest.timestamp)
  const next = { number: BigInt(pending.number) + 1n, time: BigInt(pending.timestamp) + step }
  const call = { from: alice, to: clock, data: '0x' } as const
  const { before, after, time, outcomes } = await rehearse(31337, [call], [call])
  for (const answer of [before[0] ?? '0x', after[0] ?? '0x']) {
    expect(BigInt(slice(answer, 0, 32))).toBe(next.number)
    expect(BigInt(slice(answer, 32, 64))).toBe(next.time)
  }
  expect(BigInt(time)).toBe(next.time)
  expect(outcomes).toMatchObject([{ status: 'succeeds' }])
})
