import { expect, test } from 'vitest'
import { openReason } from '@/components/lock/openReason'

const [base, celo] = [8453, 42220]
const order = 'Not locked: each step is a separate transaction'

test.each([
  ['offers to run them as one where that is possible', ['atomic', 'sequence'], base, true],
  ['offers nothing where the account cannot', ['sequence'], base, false],
  ['offers nothing where no router is known', ['atomic', 'sequence'], celo, false],
] as const)('why calls in order are not locked: it %s', (_, modes, chainId, isOffered) => {
  const said = openReason('order', { modes: [...modes] }, chainId)
  expect(said).toBe(isOffered ? `${order}. Steps that run as one can be locked.` : order)
})

test('what cannot be locked as one is offered nothing', () => {
  expect(openReason('fails', { modes: ['atomic'] }, base)).toBe(
    'Not locked: it would fail with a lock',
  )
  expect(openReason('size', { modes: ['atomic'] }, base)).toBe(
    'Not locked: it would be too large for one transaction',
  )
})
