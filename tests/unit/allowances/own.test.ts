import { encodeFunctionData, erc20Abi, parseAbi, type Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { readAllowances } from '@/lib/allowances/allowances'
import { ownGrants } from '@/lib/allowances/own'
import { append } from '@/lib/batch/journal'
import { journal, type Call } from '@/lib/db'
import { permit2 } from '@/lib/decode/contracts'
import { hashOf, receiptOf, storeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'
import { alice, bob, stranger } from '../accounts'
import { approvalNode, word } from './approvalNode'
import { addressOf, approvalLog } from './approvals'

const token = addressOf(0)
const chainId = 31337

const call = (to: Hex, data: Hex): Call => ({ to, value: '0x0', data })
const approves = (amount: bigint) =>
  call(token, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [bob, amount] }))
const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])
const operatorAbi = parseAbi(['function setApprovalForAll(address operator, bool approved)'])

beforeEach(emptyDatabase)

describe('calls of the account’s own batches name', () => {
  test.each<[string, Call, object]>([
    ['a spender', approves(5n), { standard: 'ERC20', token, spender: bob }],
    [
      'a spender of Permit2',
      call(
        permit2,
        encodeFunctionData({
          abi: permit2Abi,
          functionName: 'approve',
          args: [token, bob, 5n, 9],
        }),
      ),
      { standard: 'Permit2', token, spender: bob },
    ],
    [
      'an operator',
      call(
        token,
        encodeFunctionData({
          abi: operatorAbi,
          functionName: 'setApprovalForAll',
          args: [bob, true],
        }),
      ),
      { standard: 'collection', token, spender: bob },
    ],
  ])('%s', async (_, one, grant) => {
    await storeBatch({ calls: [one], from: alice })
    expect(await ownGrants(chainId, alice)).toEqual({ called: [grant], logged: [], left: 0 })
    expect((await ownGrants(chainId, bob)).called).toEqual([])
    expect((await ownGrants(8453, alice)).called).toEqual([])
  })
})

test('a receipt’s log names whom its own calls do not, and is not the account’s word', async () => {
  const { key } = await storeBatch({ from: alice })
  const hash = hashOf('a')
  const receipt = receiptOf(hash, { logs: [approvalLog(token, alice, stranger, 1n)] })
  await append(
    key,
    [
      { type: 'signed', index: 0, kind: 'call', nonce: 0, hash, raw: '0x', upgrade: false },
      { type: 'sealed', hash, receipt, ran: true },
    ],
    1,
  )
  approvalNode({ said: (_, name) => (name === 'allowance' ? word(1n) : undefined) })
  expect(await readAllowances(chainId, alice)).toMatchObject({
    standing: [{ grant: { token, spender: stranger }, isOwn: false }],
    unread: 0,
  })
})

test('what calls named is read on the chain before it counts', async () => {
  await storeBatch({ calls: [approves(5n)], from: alice })
  approvalNode({ said: (_, name) => (name === 'allowance' ? word(0n) : undefined) })
  expect((await readAllowances(chainId, alice)).standing).toEqual([])
  approvalNode({ said: (_, name) => (name === 'allowance' ? word(5n) : undefined) })
  expect((await readAllowances(chainId, alice)).standing).toMatchObject([
    { left: '0x5', isOwn: true },
  ])
})

test('a batch that lives is read again, one that is over once', async () => {
  const { key } = await storeBatch({ calls: [approves(5n)], from: alice })
  await ownGrants(chainId, alice)
  await journal.batches.update(key, { calls: [], live: 0 })
  expect((await ownGrants(chainId, alice)).called).toHaveLength(1)
  await journal.batches.delete(key)
  expect((await ownGrants(chainId, alice)).called).toHaveLength(1)
})
