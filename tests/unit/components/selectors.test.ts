import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { knownFunctions } from '@/lib/decode/read'
import { selectors } from '@/components/calls/selectors'

test('the selectors that a page brings are those of the functions, in their order', () => {
  const hashed = knownFunctions().map(({ item }) => toFunctionSelector(item).slice(2))
  // The text on the left belongs into components/calls/selectors.ts.
  expect(hashed.join('')).toBe(selectors)
})
