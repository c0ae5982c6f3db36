import type { Address, Hex } from 'viem'

/** The first two accounts of the phrase that every local chain funds, and one that nobody has. */
export const alice: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const bob: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const stranger: Address = '0x1111111111111111111111111111111111111111'

/** Their keys, known to everyone. */
export const keys: Record<Address, Hex> = {
  [alice]: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  [bob]: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
}

/** A key that is in no phrase here, and its account. */
export const lone: { key: Hex; address: Address } = {
  key: `0x${'11'.repeat(32)}`,
  address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
}

export const dapp = 'https://dapp.example'
export const other = 'https://other.example'
