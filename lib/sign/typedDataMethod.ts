import { defineMethod } from '../rpc/method'
import { hexText } from '../rpc/schema'
import { approveTypedData, signatureOf } from './approveSignature'
import { checkTypedData } from './checkSignature'
import { signatureDecision, typedDataParams } from './signParams'
import { typedDataHash } from './signRequest'

/**
 * Defines `eth_signTypedData_v3` or `_v4` (EIP-712), with params in either order. Version 3 has no arrays.
 */
export const typedDataMethod = (version: 3 | 4) =>
  defineMethod({
    name: `eth_signTypedData_v${version}`,
    params: typedDataParams(version),
    result: hexText,
    decision: signatureDecision,
    account: ({ from }) => from,
    async handle(sent, { accounts, chainId, ask }) {
      const request = { ...sent, chainId, hash: await typedDataHash(sent) }
      const check = () => checkTypedData(request, { accounts })
      return signatureOf(await ask({ params: request, check }))
    },
    approve: approveTypedData,
  })
