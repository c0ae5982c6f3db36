import { concatHex, pad } from 'viem'
import { expect, test } from 'vitest'
import { itemCall } from '@/lib/lock/itemCheck'
import { alice, stranger as collection } from '../accounts'

const self = pad(alice).toLowerCase() as `0x${string}`
const id = pad('0x07')

test('an item of ERC-721 is sent from its owner to itself, and no coin with it', () => {
  const sent = {
    to: collection,
    value: '0x0',
    data: concatHex(['0x23b872dd', self, self, id]),
  }
  const item = { standard: 'ERC721', address: collection, tokenId: '0x7' } as const
  expect(itemCall(alice, item)).toEqual(sent)
  // There is only one of it.
  expect(itemCall(alice, item, 2n)).toEqual(sent)
})

test.each([
  [undefined, '0x01'],
  [1n, '0x01'],
  [256n, '0x0100'],
] as const)('of ERC-1155 the least is sent, with no words: %s', (least, amount) => {
  const item = { standard: 'ERC1155', address: collection, tokenId: '0x7' } as const
  expect(itemCall(alice, item, least)).toEqual({
    to: collection,
    value: '0x0',
    data: concatHex([
      '0xf242432a',
      self,
      self,
      id,
      pad(amount),
      // Where the words begin, and how many there are.
      pad('0xa0'),
      pad('0x'),
    ]),
  })
})
