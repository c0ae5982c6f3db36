import { typedDataMethod } from '../sign/typedDataMethod'

/** EIP-712. */
export const eth_signTypedData_v4 = typedDataMethod(4, 'Signs typed data after approval (EIP-712).')
