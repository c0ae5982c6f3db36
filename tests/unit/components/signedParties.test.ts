import { encodeFunctionData, erc20Abi, type Address } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { doubtsOfParties } from '@/components/approvals/doubts'
import { partiesIn } from '@/components/signing/partiesIn'
import { typedDataRows } from '@/components/signing/rows'
import { journal } from '@/lib/db'
import { readSignature } from '@/lib/decode/signatures'
import { readTypedData } from '@/lib/sign/typedData'
import { comparedWithKnown } from '@/lib/simulate/acquaintance'
import { alice, stranger } from '../accounts'
import { emptyDatabase } from '../database'
import { now, samples } from '../decode/signatures/samples'
import { textOf, typedOf, type Data } from '../decode/signatures/typedOf'

const friend: Address = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'
/** Has the first and last characters of the friend's address. */
const lookAlike: Address = '0xab58ffffffffffffffffffffffffffffffffec9b'
const chainId = 8453
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

const partiesOf = (data: Data, chain = chainId) => {
  const typedData = readTypedData(data, true)
  const { types, primaryType, message } = typedData
  const reading = readSignature(typedData, { signer: alice, chainId: chain, now })
  const rows = typedDataRows(types, types[primaryType] ?? [], message)
  return { reading, parties: partiesIn(reading, rows, { from: alice, chainId: chain }) }
}

const doubtsAbout = async (data: Data) =>
  doubtsOfParties(await comparedWithKnown(partiesOf(data).parties, chainId))

const bare = (address: string) => address.slice(2)

beforeEach(async () => {
  await emptyDatabase()
  await journal.contacts.add({ address: friend, name: 'Friend' })
})

test.each(samples.filter(({ data }) => new RegExp(bare(stranger), 'i').test(JSON.stringify(data))))(
  '$name: a look-alike in the place of a stranger is found',
  ({ data, chainId: chain }) => {
    const text = JSON.stringify(data).replaceAll(new RegExp(bare(stranger), 'gi'), bare(lookAlike))
    const { reading, parties } = partiesOf(JSON.parse(text) as Data, chain)
    expect(reading.kind).toBe('read')
    expect(parties).toContain(lookAlike)
  },
)

const permitFor = (spender: string) =>
  typedOf(
    textOf('0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9'),
    { name: 'USD Coin', version: '2', chainId, verifyingContract: usdc },
    { owner: alice, spender, value: '5', nonce: 0, deadline: 1_800_000_000 },
  )

test('a permit for a look-alike takes two steps, one for the friend or for a stranger does not', async () => {
  expect(await doubtsAbout(permitFor(lookAlike))).toEqual(['look-alike receiver'])
  expect(await doubtsAbout(permitFor(friend))).toEqual([])
  expect(await doubtsAbout(permitFor(stranger))).toEqual([])
})

test('a call within a signature pays a look-alike', async () => {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [lookAlike, 5n],
  })
  const safeTx = samples.find(({ name }) => name.includes('Safe'))
  if (!safeTx) throw new Error('no sample of a Safe')
  const { message } = safeTx.data
  expect(await doubtsAbout({ ...safeTx.data, message: { ...message, data } })).toEqual([
    'look-alike receiver',
  ])
})

test('an address deep in data that nobody can read is looked at too', async () => {
  const data = {
    types: {
      EIP712Domain: [],
      Odd: [{ name: 'parts', type: 'Part[]' }],
      Part: [{ name: 'anything', type: 'address' }],
    },
    primaryType: 'Odd',
    domain: {},
    message: { parts: [{ anything: alice }, { anything: lookAlike }] },
  }
  expect(partiesOf(data).parties).toEqual([lookAlike])
  expect(await doubtsAbout(data)).toEqual(['look-alike receiver'])
})
