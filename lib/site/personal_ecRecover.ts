import { size } from 'viem'
import * as v from 'valibot'
import { rpcError } from '../rpc/errors'
import { defineMethod } from '../rpc/method'
import { hex, hexText } from '../rpc/schema'
import { recoverSigner } from '../sign/recoverSigner'
import { messageBytes } from '../sign/signParams'

const signature = v.pipe(
  hex,
  v.check((bytes) => size(bytes) === 65, 'must be 65 bytes'),
)

/** Geth's `personal_ecRecover`: the account that signed a message (EIP-191), computed without the node. */
export const personal_ecRecover = defineMethod({
  name: 'personal_ecRecover',
  params: v.tuple([v.string(), signature]),
  result: hexText,
  async handle([message, signed]) {
    const signer = await recoverSigner(messageBytes(message), signed)
    if (!signer) throw rpcError('invalidParams', 'params[1] must be the signature of a key')
    return v.parse(hexText, signer.toLowerCase())
  },
})
