import { expect, test } from 'vitest'
import { capabilityRows } from '../../dapp/capabilityRows'

test('what a chain says stands over what is said for all chains, and other chains are left out', () => {
  const answer = {
    '0x0': { gasLimitOverride: { supported: true }, atomic: { status: 'unsupported' } },
    '0x2105': { atomic: { status: 'ready' }, odd: [1], paymasterService: { supported: true } },
    '0x1': { atomic: { status: 'supported' } },
  }
  expect(capabilityRows(answer, 8453)).toEqual([
    { name: 'gasLimitOverride.supported', value: 'true', meaning: '' },
    {
      name: 'atomic.status',
      value: 'ready',
      meaning: 'Batches run as one transaction once the user has agreed to the upgrade.',
    },
    { name: 'odd', value: '[1]', meaning: '' },
    {
      name: 'paymasterService.supported',
      value: 'true',
      meaning: 'A service may pay for batches (ERC-7677).',
    },
  ])
})

test.each([null, 'yes', [], { '0x2105': 'all' }])('an odd answer has no rows: %j', (answer) => {
  expect(capabilityRows(answer, 8453)).toEqual([])
})
