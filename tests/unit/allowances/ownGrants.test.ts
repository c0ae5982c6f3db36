import { encodeFunctionData, erc20Abi, parseAbi, type Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { readAllowances } from '@/lib/allowances/allowances'
import { ownGrants } from '@/lib/allowances/ownGrants'
import { resume } from '@/lib/allowances/search'
import { append } from '@/lib/batch/journal'
import { journal, type Call } from '@/lib/db'
import { permit2 } from '@/lib/decode/contracts'
import { hashOf, receiptOf, storeBatch } from '../batch/batches'
import { emptyDatabase } from '../database'
import { alice, bob, stranger } from '../accounts'
import { approvalNode, nodeReaderOf, word } from './approvalNode'
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

/** Standing grants of those that the batches alone name. */
const read = async () =>
  readAllowances(nodeReaderOf(chainId), alice, {
    own: await ownGrants(chainId, alice),
    searched: resume(undefined, 0),
  })

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
    expect(await ownGrants(chainId, alice)).toMatchObject({ called: [grant], logged: [], left: 0 })
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
  expect(await read()).toMatchObject({
    standing: [{ grant: { token, spender: stranger }, isOwn: false }],
    unread: 0,
  })
})

test('what calls named is read on the chain before it counts', async () => {
  await storeBatch({ calls: [approves(5n)], from: alice })
  approvalNode({ said: (_, name) => (name === 'allowance' ? word(0n) : undefined) })
  expect((await read()).standing).toEqual([])
  approvalNode({ said: (_, name) => (name === 'allowance' ? word(5n) : undefined) })
  expect((await read()).standing).toMatchObject([{ left: '0x5', isOwn: true }])
})

test('a batch that lives is read again, one that is over once', async () => {
  const { key } = await storeBatch({ calls: [approves(5n)], from: alice })
  const first = await ownGrants(chainId, alice)
  await journal.batches.update(key, { live: 0 })
  const second = await ownGrants(chainId, alice, first)
  await journal.batches.delete(key)
  expect((await ownGrants(chainId, alice, { ...first, called: [] })).called).toEqual([])
  expect(second.called).toHaveLength(1)
  expect(second.next).toBeGreaterThan(first.next)
  expect((await ownGrants(chainId, alice, second)).called).toHaveLength(1)
})
