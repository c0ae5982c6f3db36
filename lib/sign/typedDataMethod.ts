import { defineMethod } from '../rpc/method'
import { hexText } from '../rpc/schema'
import { approveTypedData, signatureOf } from './approveSignature'
import { checkTypedData } from './checkSignature'
import { signatureDecision, typedDataParams } from './signRequest'

/** EIP-712 `eth_signTypedData_v3` or `_v4`, its params in either order. What version 3 signs has no arrays. */
export const typedDataMethod = (version: 3 | 4, summary: string) =>
  defineMethod({
    name: `eth_signTypedData_v${version}`,
    summary,
    params: typedDataParams(version),
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
