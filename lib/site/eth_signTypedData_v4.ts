import { typedDataMethod } from '../sign/typedDataMethod'

/** `eth_signTypedData_v4`: EIP-712 typed data. */
export const eth_signTypedData_v4 = typedDataMethod(4)
