import { typedDataMethod } from '../sign/typedDataMethod'

/** EIP-712 as it was before arrays. */
export const eth_signTypedData_v3 = typedDataMethod(
  3,
  'The same for typed data without arrays, as old sites ask for it.',
)
