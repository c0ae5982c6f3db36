import { parseAbi } from 'viem'
import { sameAddress } from '../../values/address'
import { isMultiSend, unpacked } from '../multiSend'
import { standard } from '../standard'
import { opened } from './multicalls'

/**
 * Euler's connector (EthereumVaultConnector.sol, github.com/euler-xyz/ethereum-vault-connector): it calls itself for
 * the sender, and other contracts on behalf of an account, which these take for the sender.
 */
export const connector = standard(
  'EVC',
  parseAbi([
    'struct BatchItem { address targetContract; address onBehalfOfAccount; uint256 value; bytes data; }',
    'function batch(BatchItem[] items)',
  ]),
  ({ args: [items] }, context) =>
    opened(
      context,
      items.map(({ targetContract: to, onBehalfOfAccount, value, data }) => ({
        from: sameAddress(to, context.to) ? context.from : onBehalfOfAccount,
        to,
        value,
        data,
      })),
    ),
)

/**
 * A Safe's transaction with its owners' signatures (Safe.sol), and MultiSend
 * (MultiSendCallOnly.sol, github.com/safe-global/safe-smart-account), which a Safe runs as its own code.
 */
export const safes = standard(
  'Safe',
  parseAbi([
    'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
    'function multiSend(bytes transactions)',
  ]),
  (decoded, context) => {
    const from = context.to
    if (decoded.functionName === 'multiSend') {
      const calls = isMultiSend(from) ? unpacked(from, from, context.data) : undefined
      return calls && opened(context, calls)
    }
    const [to, value, data, operation, , , gasPrice] = decoded.args
    // With a price for its gas, the Safe pays back to somebody as much as that makes.
    if (operation > 1 || gasPrice > 0n) return undefined
    const isDelegated = operation === 1
    const several = isDelegated && isMultiSend(to) ? unpacked(to, from, data) : undefined
    return opened(context, several ?? [{ from, to, value, data, isDelegated }])
  },
)
