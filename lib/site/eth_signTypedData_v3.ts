import { typedDataMethod } from '../sign/typedDataMethod'

/** `eth_signTypedData_v3`: EIP-712 typed data without arrays, for old sites. */
export const eth_signTypedData_v3 = typedDataMethod(3)
