import { defineMethod } from '../rpc/method'
import { hexText } from '../rpc/schema'
import { checkMessage } from '../sign/checkSignature'
import { approveMessage, signatureOf } from '../sign/approveSignature'
import { messageParams, signatureDecision } from '../sign/signParams'

/** EIP-191 `personal_sign`: accepts its params in either order. */
export const personal_sign = defineMethod({
  name: 'personal_sign',
  params: messageParams,
  result: hexText,
  decision: signatureDecision,
  account: ({ from }) => from,
  async handle(sent, { chainId, ask }) {
    const request = { ...sent, chainId }
    return signatureOf(await ask({ params: request, check: () => checkMessage(request) }))
  },
  approve: approveMessage,
})
