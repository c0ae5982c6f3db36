import { defineMethod } from '../rpc/method'
import { hexText } from '../rpc/schema'
import { approveTypedData, signatureOf } from '../sign/approve'
import { checkTypedData } from '../sign/check'
import { signatureDecision, typedDataParams } from '../sign/request'

/** EIP-712 `eth_signTypedData_v4`, its params in either order. */
export const eth_signTypedData_v4 = defineMethod({
  name: 'eth_signTypedData_v4',
  summary: 'Signs typed data after approval (EIP-712).',
  params: typedDataParams(4),
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
