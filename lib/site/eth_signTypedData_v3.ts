import { defineMethod } from '../rpc/method'
import { hexText } from '../rpc/schema'
import { approveTypedData, signatureOf } from '../sign/approve'
import { checkTypedData } from '../sign/check'
import { signatureDecision, typedDataParams } from '../sign/request'

/** EIP-712 `eth_signTypedData_v3`, its params in either order. What version 3 signs has no arrays. */
export const eth_signTypedData_v3 = defineMethod({
  name: 'eth_signTypedData_v3',
  summary: 'The same for typed data without arrays, as old sites ask for it.',
  params: typedDataParams(3),
  result: hexText,
  decision: signatureDecision,
  account: ({ from }) => from,
  async handle(sent, { accounts, chainId, ask }) {
    const request = { ...sent, chainId }
    const check = () => checkTypedData(request, { accounts })
    return signatureOf(await ask({ params: request, check }))
  },
  approve: approveTypedData,
})
