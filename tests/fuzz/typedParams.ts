import fc from 'fast-check'
import { alice, bob, stranger } from '../unit/accounts'
import { mostly, mostlyOf } from './wrong'

const typed = fc
  .record({
    primaryType: mostly('Mail', 'Mail', 'Mail', 'Delegation', 'UserOperation', 'EIP712Domain'),
    chainId: mostly(8453, '0x2105', 8453, 1, undefined),
    verifyingContract: mostly(stranger, stranger, alice, undefined),
    field: mostly('uint256', 'uint256', 'string', 'Mail', 'uint256[]', 'tuple'),
    text: mostly(1, '1', -1, 'text', [1], undefined),
  })
  .map(({ primaryType, chainId, verifyingContract, field, text }) => ({
    types: {
      EIP712Domain: [
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      [typeof primaryType === 'string' ? primaryType : 'Mail']: [{ name: 'text', type: field }],
    },
    primaryType,
    domain: { chainId, verifyingContract },
    message: { text },
  }))

/** Params of `eth_signTypedData_v3` and `_v4`; some carry their data as JSON text. */
export const typedParams = fc.tuple(
  mostly(alice, alice, bob),
  mostlyOf(
    fc.oneof(
      typed,
      typed.map((data) => JSON.stringify(data)),
    ),
  ),
)
