import { size } from 'viem'
import * as z from 'zod/mini'
import { rpcError } from '../rpc/errors'
import { defineMethod } from '../rpc/method'
import { hex, hexText } from '../rpc/schema'
import { recoverSigner } from '../sign/recoverSigner'
import { messageBytes } from '../sign/signParams'

const signature = hex.check(z.refine((bytes) => size(bytes) === 65, 'must be 65 bytes'))

/** Geth's `personal_ecRecover`: the account that signed a message (EIP-191), computed without the node. */
export const personal_ecRecover = defineMethod({
  name: 'personal_ecRecover',
  params: z.tuple([z.string(), signature], z.unknown()),
  result: hexText,
  async handle([message, signed]) {
    const signer = await recoverSigner(messageBytes(message), signed)
    if (!signer) throw rpcError('invalidParams', 'params[1] must be the signature of a key')
    return z.parse(hexText, signer.toLowerCase())
  },
})
