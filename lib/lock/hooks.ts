import { concatHex, numberToHex, parseAbi, slice, zeroAddress, zeroHash, type Address } from 'viem'
import type { Call } from '../db'
import { sameAddress } from '../values/address'
import { encodeCall } from '../values/encodeCall'

/**
 * MetaMask's ERC20BalanceChangeEnforcer and NativeBalanceChangeEnforcer 1.3.0, at these addresses on Base and others
 * (`@metamask/delegation-deployments` 2.0.0).
 */
export const enforcers: { ERC20: Address; native: Address } = {
  ERC20: '0xcdF6aB796408598Cea671d79506d7D48E97a5437',
  native: '0xbD7B277507723490Cd50b12EaaFe87C616be6880',
}

/**
 * Their hooks (`@metamask/delegation-abis` 2.0.0). What is known before is kept for the caller, by token and hash. Their
 * `beforeAllHook` and `afterAllHook` take any terms and check nothing.
 */
export const hookAbi = parseAbi([
  'function afterHook(bytes terms, bytes, bytes32 mode, bytes, bytes32 delegationHash, address, address)',
])

/** Selectors of both. */
const [before, after] = ['0xa145832a', '0xd3eddcc5'] as const

/** How a balance has to change: up by at least, or down by at most so much. Null for the coin. */
export type Bound = { token: Address | null; isDown: boolean; amount: bigint }

/** Returns a call that reverts unless a balance of the account has changed so since its `opening`. */
export const hookCall = (account: Address, { token, isDown, amount }: Bound): Call => {
  const down = isDown ? '0x01' : '0x00'
  const terms = concatHex([down, token ?? '0x', account, numberToHex(amount, { size: 32 })])
  const data = encodeCall({
    abi: hookAbi,
    args: [terms, '0x', zeroHash, '0x', zeroHash, zeroAddress, zeroAddress],
  })
  return { to: token ? enforcers.ERC20 : enforcers.native, value: '0x0', data }
}

type Sent = Pick<Call, 'to' | 'data'>

/** True for a call to one of the enforcers, whatever it asks of it. */
export const isToEnforcer = ({ to }: Pick<Call, 'to'>): boolean =>
  to !== null && Object.values(enforcers).some((one) => sameAddress(one, to))

/** True for a hook behind the site's calls. */
export const isAfter = (call: Sent): boolean => isToEnforcer(call) && call.data.startsWith(after)

/** Returns the calls before those of the site that keep the balances which locks compare with. */
export const openingsOf = (locks: readonly Call[] = []): Call[] =>
  locks.filter(isAfter).map((lock) => ({ ...lock, data: concatHex([before, slice(lock.data, 4)]) }))
