import { describe, expect, test } from 'vitest'
import { grantsInLogs, quota } from '@/lib/allowances/approvalLogs'
import { permit2 } from '@/lib/decode/contracts'
import { alice, bob, stranger } from '../accounts'
import { addressOf, approvalLog, itemLog, operatorLog, permitLog } from './approvals'

const token = addressOf(0)

describe('logs name', () => {
  test.each([
    ['a spender', approvalLog(token, alice, bob, 5n), { standard: 'ERC20', token }],
    [
      'a spender of one token ID',
      itemLog(token, alice, bob, 7n),
      { standard: 'ERC721', tokenId: '0x7' },
    ],
    ['an operator', operatorLog(token, alice, bob), { standard: 'collection', token }],
    [
      'a spender of Permit2',
      permitLog(permit2, 'Approval', alice, token, bob),
      { standard: 'Permit2', token },
    ],
    [
      'one by a permit',
      permitLog(permit2, 'Permit', alice, token, bob),
      { standard: 'Permit2', token },
    ],
  ])('%s', (_, log, grant) => {
    expect(grantsInLogs([log], alice)).toMatchObject({
      grants: [{ spender: bob, ...grant }],
      left: 0,
    })
  })

  test.each([
    ['what another owner allows', approvalLog(token, stranger, bob, 5n)],
    ['what is for nobody', itemLog(token, alice, addressOf(-0x100000), 7n)],
    ['what the account allows itself', approvalLog(token, alice, alice, 5n)],
    ['Permit2’s events by another contract', permitLog(token, 'Permit', alice, token, bob)],
    ['no log', { address: 'token', topics: [], data: '0x' }],
    ['no topics', { address: token, topics: 'many', data: '0x' }],
    ['half a byte', { ...approvalLog(token, alice, bob, 5n), data: '0x5' }],
    ['nothing', null],
  ])('nobody by %s', (_, log) => {
    expect(grantsInLogs([log], alice)).toEqual({ grants: [], left: 0 })
  })
})

test('10,000 spenders of one contract are no more than its quota, and those of another stay', () => {
  const real = approvalLog(addressOf(1), alice, bob, 2n ** 256n - 1n)
  const spam = Array.from({ length: 10_000 }, (_, at) =>
    approvalLog(token, alice, addressOf(at + 9), 1n),
  )
  const { grants, left } = grantsInLogs([real, ...spam], alice)
  expect(grants).toHaveLength(quota + 1)
  expect(left).toBe(10_000 - quota)
  expect(grants).toContainEqual({ standard: 'ERC20', token: addressOf(1), spender: bob })
})

test('thousands that are allowed nothing do not hide the one that may take all of the same token', () => {
  const real = approvalLog(token, alice, bob, 2n ** 256n - 1n)
  const empty = Array.from({ length: 1_030 }, (_, at) =>
    approvalLog(token, alice, addressOf(at + 9), 0n),
  )
  const { grants } = grantsInLogs([real, ...empty], alice)
  expect(grants).toContainEqual({ standard: 'ERC20', token, spender: bob })
})

test('of the logs of one spender, the newest ranks it', () => {
  const back = Array.from({ length: quota }, (_, at) => [
    approvalLog(token, alice, addressOf(at + 9), 1n),
    approvalLog(token, alice, addressOf(at + 9), 0n),
  ]).flat()
  const { grants, left } = grantsInLogs([approvalLog(token, alice, bob, 1n), ...back], alice)
  expect(grants).toContainEqual({ standard: 'ERC20', token, spender: bob })
  expect(left).toBe(1)
})
