import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alice, stranger } from '../../accounts'
import { changes, isFree, judgeShape, judgeValues } from './changes'
import { samples } from './samples'

const sample = fc.constantFrom(...samples)

test('a change of shape is unread, refused, or says no less than it gives', () => {
  fc.assert(
    fc.property(sample, fc.constantFrom(...Object.keys(changes)), fc.nat(40), (one, change, at) => {
      expect(judgeShape(one, change, at).fault).toBeUndefined()
    }),
    { numRuns: 3_000 },
  )
})

test('a change of values alone is read in full, with the new values', () => {
  fc.assert(
    fc.property(
      sample.filter(isFree),
      fc.bigInt(0n, 2n ** 128n - 1n),
      fc.constantFrom(alice, stranger, '0x00000000000000000000000000000000000000aa'),
      (one, number, address) => {
        expect(judgeValues(one, number, address).fault).toBeUndefined()
      },
    ),
    { numRuns: 3_000 },
  )
})
