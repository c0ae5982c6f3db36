import { size, type Address } from 'viem'
import type { Call } from '@/lib/db'
import { decodeCall } from '@/lib/decode/call'
import { count, ether } from '../text/amount'
import { TokenAmount } from './TokenAmount'
import type { Tokens } from './tokens'

type Props = { call: Call; from: Address; tokens: Tokens }

/** What a call does as far as its data can be read, without its parties. */
export const Sentence = (props: Props) => {
  const value = BigInt(props.call.value)
  const isPlain = props.call.to !== null && props.call.data === '0x'
  return (
    <>
      <Deed {...props} />
      {!isPlain && value > 0n && ` with ${ether(value)}`}
    </>
  )
}

const Deed = ({ call: { to, data, value }, from, tokens }: Props) => {
  if (!to) return <>Deploy a contract, {count(size(data))} bytes</>
  const decoded = decodeCall(data)
  switch (decoded.kind) {
    case 'none':
      return <>Send {ether(BigInt(value))}</>
    case 'transfer':
      return (
        <>
          Send <TokenAmount amount={decoded.amount} address={to} tokens={tokens} />
        </>
      )
    case 'approve':
      return (
        <>
          {decoded.amount === 0n ? 'Take back the allowance: ' : 'Allow spending '}
          <TokenAmount amount={decoded.amount} address={to} tokens={tokens} />
        </>
      )
    case 'transferFrom':
      return (
        <>
          {decoded.from.toLowerCase() === from.toLowerCase() ? 'Send ' : 'Collect '}
          <TokenAmount amount={decoded.amount} address={to} tokens={tokens} />
        </>
      )
    case 'swap':
      return (
        <>
          Swap <TokenAmount amount={decoded.amountIn} address={decoded.tokenIn} tokens={tokens} />{' '}
          for at least{' '}
          <TokenAmount amount={decoded.minOut} address={decoded.tokenOut} tokens={tokens} />
        </>
      )
    case 'unknown':
      return (
        <>
          Call {decoded.selector}, {count(decoded.bytes)} bytes
        </>
      )
  }
}
