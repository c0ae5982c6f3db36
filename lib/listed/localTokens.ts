/** Tokens of the local chain, which only the development build lists; a test compares them with the chain. */
export const localTokens = {
  31337: {
    '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35': ['lUSDC', 'USD Coin (local)', 6],
    '0xA15BB66138824a1c7167f5E85b957d04Dd34E468': ['lDAI', 'Local DAI', 18],
  },
} as const
