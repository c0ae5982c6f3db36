import { expect, test } from 'vitest'
import { proposals } from '@/components/tokens/proposals'

const address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

test('a contract alone is asked for an ERC-20 token, in any spelling that is no slip', () => {
  const one = [{ type: 'ERC20', options: { address } }]
  expect(proposals(` ${address} `, '')).toEqual(one)
  expect(proposals(address.toLowerCase(), ' ')).toEqual(one)
  expect(proposals(address.replace('F', 'f'), '')).toBe('bad address')
  expect(proposals('0x1234', '')).toBe('bad address')
})

test('with a number it is an item of one or the other standard', () => {
  const options = { address, tokenId: '7' }
  expect(proposals(address, '#07')).toEqual([
    { type: 'ERC721', options },
    { type: 'ERC1155', options },
  ])
  for (const item of ['seven', '-1', '1.5', (2n ** 256n).toString()])
    expect(proposals(address, item)).toBe('bad item')
})
