import type { Address } from 'viem'
import { Amount } from '../ui/Amount'
import { tokenAt, type Tokens } from './tokens'

/** An amount of the token at an address; its place is held while the token is being read. */
export const TokenAmount = ({
  amount,
  address,
  tokens,
}: {
  amount: bigint
  address: Address
  tokens: Tokens
}) => <Amount amount={amount} token={tokenAt(tokens, address)} isLoading={tokens === undefined} />
