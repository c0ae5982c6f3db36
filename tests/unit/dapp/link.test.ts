import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkTo, readLink, withSender } from '../../dapp/link'
import { alice, bob } from '../accounts'

const page = 'https://play.example/volley/#batch=old'

const opened = (link: string) => readLink(new URL(link).hash)

test('a link carries a batch whole, but for its sender and id', () => {
  const batch = {
    version: '2.0.0',
    calls: [{ to: alice, data: '0x12' }],
    note: '% # & é \u2028',
  }
  const link = linkTo(page, { ...batch, from: alice, id: 'mine' })
  expect(link.startsWith('https://play.example/volley/#batch=%7B')).toBe(true)
  expect(opened(link)).toEqual({ text: JSON.stringify(batch, null, 2) })
})

test('a handmade link fills in no sender and no id either', () => {
  const hash = `#batch=${encodeURIComponent(JSON.stringify({ from: bob, id: 'taken', calls: [] }))}`
  expect(readLink(hash)).toEqual({ text: JSON.stringify({ calls: [] }, null, 2) })
})

test('any batch comes out of its link as it went in', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('calls', 'x'), fc.jsonValue()), (batch) => {
      const text = JSON.stringify(batch, null, 2)
      expect(opened(linkTo(page, batch))).toEqual({ text })
    }),
  )
})

test.each(['#batch=%7B', '#batch=%', '#batch=[]', '#batch='])(
  'a damaged link says so: %s',
  (hash) => {
    expect(readLink(hash)).toEqual({
      problem: 'The link is damaged: ask for it again, and copy it whole.',
    })
  },
)

test('an address without a batch fills nothing', () => {
  expect(['', '#top'].map(readLink)).toEqual([null, null])
})

test('a sender is put in where there is none, and never in place of another', () => {
  expect(withSender('{"version":"2.0.0","calls":[]}', alice)).toBe(
    JSON.stringify({ version: '2.0.0', from: alice, calls: [] }, null, 2),
  )
  for (const text of ['{"from":"0x1"}', 'no JSON', '[]']) expect(withSender(text, alice)).toBe(text)
})
