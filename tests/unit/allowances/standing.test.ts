import { encodeAbiParameters, type Hex } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import type { Grant } from '@/lib/allowances/grant'
import { readGrants } from '@/lib/allowances/standing'
import { permit2 } from '@/lib/decode/contracts'
import { emptyDatabase } from '../database'
import { alice, bob, stranger } from '../accounts'
import { approvalNode, nodeReaderOf, word, type Said } from './approvalNode'
import { addressOf } from './approvals'

const token = addressOf(0)
const erc20: Grant = { standard: 'ERC20', token, spender: bob }
const kept: Grant = { standard: 'Permit2', token, spender: bob }
const item: Grant = { standard: 'ERC721', token, spender: bob, tokenId: '0x7' }
const collection: Grant = { standard: 'collection', token, spender: bob }

const permitted = (amount: bigint, until: bigint): Hex =>
  encodeAbiParameters(
    [{ type: 'uint160' }, { type: 'uint48' }, { type: 'uint48' }],
    [amount, Number(until), 0],
  )

beforeEach(emptyDatabase)

const says =
  (answers: Partial<Record<string, Hex>>): Said =>
  (_, name) =>
    answers[name]

/** Rows: a grant, what the contracts say, and what is left; undefined if nothing stands. */
test.each<[string, Grant, Said, object | undefined]>([
  ['an amount', erc20, says({ allowance: word(5n) }), { standard: 'ERC20', left: '0x5' }],
  ['nothing', erc20, says({ allowance: word(0n) }), undefined],
  ['no contract', erc20, says({ allowance: '0x' }), undefined],
  [
    'Permit2 before its end',
    kept,
    (to) => (to === permit2 ? permitted(5n, 1_001n) : undefined),
    { standard: 'Permit2', left: '0x5', until: '0x3e9' },
  ],
  [
    'all of Permit2',
    kept,
    (to) => (to === permit2 ? permitted(2n ** 160n - 1n, 2n ** 48n - 1n) : undefined),
    { left: 'all', until: '0xffffffffffff' },
  ],
  ['Permit2 past its end', kept, () => permitted(5n, 1_000n), undefined],
  [
    'one token ID of the account',
    item,
    says({ getApproved: word(bob), ownerOf: word(alice) }),
    { standard: 'ERC721', left: '0x1' },
  ],
  [
    'one token ID of somebody else',
    item,
    says({ getApproved: word(bob), ownerOf: word(stranger) }),
    undefined,
  ],
  [
    'one token ID approved for another',
    item,
    says({ getApproved: word(stranger), ownerOf: word(alice) }),
    undefined,
  ],
  [
    'a collection',
    collection,
    says({ isApprovedForAll: word(1n), supportsInterface: word(0n) }),
    { standard: 'ERC721', left: 'all' },
  ],
  [
    'a collection of ERC-1155',
    collection,
    says({ isApprovedForAll: word(1n), supportsInterface: word(1n) }),
    { standard: 'ERC1155', left: 'all' },
  ],
  ['no collection', collection, says({ isApprovedForAll: word(0n) }), undefined],
])('%s', async (_, grant, said, stands) => {
  approvalNode({ said })
  expect(await readGrants(nodeReaderOf(8453), alice, [grant])).toMatchObject({
    standing: stands ? [{ grant, ...stands }] : [],
    unread: 0,
  })
})

test('a contract that reverts is counted, and the others are read', async () => {
  approvalNode({
    said: (to, name) => (to === token ? undefined : name === 'allowance' ? word(1n) : undefined),
  })
  const other = { ...erc20, token: addressOf(1) }
  expect(await readGrants(nodeReaderOf(8453), alice, [erc20, other])).toEqual({
    standing: [{ grant: other, standard: 'ERC20', left: '0x1' }],
    unread: 1,
  })
})

test('a node that cannot simulate is asked by plain calls, all of the state that was named', async () => {
  const { asked, answers } = approvalNode({ said: says({ allowance: word(1n) }) })
  delete answers.eth_simulateV1
  expect((await readGrants(nodeReaderOf(8453), alice, [erc20], 'latest')).standing).toHaveLength(1)
  expect(asked.every(({ params }) => params.at(-1) === 'latest')).toBe(true)
})
