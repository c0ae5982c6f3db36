import { maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import { permitWarnings } from '@/components/signing/permit'
import { stranger } from '../accounts'

const now = 1_700_000_000_000
const inDays = (days: number) => BigInt(now / 1000 + days * 86_400)

test.each<[string, bigint, bigint | null, string[]]>([
  ['little for a while', 5n, inDays(30), []],
  ['little, and it has passed', 5n, inDays(-1), []],
  ['little for long', 5n, inDays(61), ['far']],
  ['little for ever', 5n, null, ['far']],
  ['all for a while', maxUint256, inDays(1), ['unlimited']],
  ['all that Permit2 holds', 2n ** 160n - 1n, inDays(1), ['unlimited']],
  ['all for ever', maxUint256, null, ['unlimited', 'far']],
  ['nothing for ever', 0n, null, []],
])('a permit of %s', (_, amount, until, doubts) => {
  const allowances = [{ token: stranger, amount, until }]
  expect(permitWarnings({ spender: stranger, allowances }, now)).toEqual(doubts)
})
