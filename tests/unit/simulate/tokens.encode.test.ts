import { encodeFunctionData, erc20Abi, type Address } from 'viem'
import { expect, test } from 'vitest'
import { encodeBalanceOf } from '@/lib/simulate/tokens'
import { alice } from '../accounts'

test.each<[string, Address]>([
  ['with a checksum', alice],
  ['in lower case', alice.toLowerCase() as Address],
  ['that begins with zeros', `0x${'00'.repeat(19)}0a`],
])('the balance of an account %s is asked for in the bytes of the ABI', (_, account) => {
  expect(encodeBalanceOf({ standard: 'ERC20' }, account)).toBe(
    encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
  )
})
