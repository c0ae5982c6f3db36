import { numberToHex, type Hash, type Hex } from 'viem'
import * as v from 'valibot'
import { boundedList } from '../rpc/boundedList'
import { object } from '../rpc/object'
import { executor } from '../delegate/executor'
import { address, quantity } from '../rpc/schema'
import { entryPoint } from './entryPoint'
import { gasLimit, paymasterLimits } from './gasBound'
import type { OperationAuthorization, SignedOperation } from '../db/userOperation'
import type { Draft, PaymasterData } from './paymaster'
import { askService, type Answered, type Service } from './service'

const entryPoints = boundedList(address, 64)

/** Finds out if a service sends operations to EntryPoint 0.8 on a chain; a paymaster's own URL often does. */
export const takesOperations = async (
  service: Service,
  chainId: number,
): Promise<Answered<true>> => {
  const [found, chain] = await Promise.all([
    askService(service, 'eth_supportedEntryPoints', [], entryPoints),
    askService(service, 'eth_chainId', [], quantity),
  ])
  if ('failed' in found) return found
  if ('failed' in chain) return chain
  const isOurs = found.value.includes(entryPoint) && BigInt(chain.value) === BigInt(chainId)
  return isOurs ? { value: true } : { failed: 'refused' }
}

/** Gas limits as a bundler estimates them; those of the paymaster only if it does. */
export type Estimate = {
  callGasLimit: Hex
  verificationGasLimit: Hex
  preVerificationGas: Hex
  paymasterVerificationGasLimit?: Hex | undefined
  paymasterPostOpGasLimit?: Hex | undefined
}

const estimate = object({
  callGasLimit: gasLimit,
  verificationGasLimit: gasLimit,
  preVerificationGas: gasLimit,
  ...paymasterLimits,
})

/** A signature of the right form that is valid for nobody, as viem estimates with: nothing is signed for an estimate. */
const stubR = '0xfffffffffffffffffffffffffffffff000000000000000000000000000000000'
const stubS = '0x7aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'

/**
 * Asks a bundler for the gas limits of an operation. `nonce`: the account's, of its transactions. It gets no signature
 * and no authorization of the account: the user has agreed to nothing yet.
 */
export const askEstimate = (
  service: Service,
  chainId: number,
  draft: Draft & PaymasterData,
  nonce: number,
): Promise<Answered<Estimate>> => {
  const eip7702Auth: OperationAuthorization = {
    address: executor,
    chainId: numberToHex(chainId),
    nonce: numberToHex(nonce),
    r: stubR,
    s: stubS,
    yParity: '0x01',
  }
  const unsigned = {
    ...draft,
    signature: `${stubR}${stubS.slice(2)}1c`,
    ...(draft.factory ? { eip7702Auth } : {}),
  }
  return askService(service, 'eth_estimateUserOperationGas', [unsigned, entryPoint], estimate)
}

/**
 * Sends a signed operation to a bundler: the same bytes each time. An answer proves nothing of what becomes of it: that
 * is for the user's own node to tell.
 */
export const sendOperation = async (
  service: Service,
  signed: SignedOperation,
  expected: Hash,
): Promise<Answered<true>> => {
  const params = [signed, entryPoint]
  const sent = await askService(service, 'eth_sendUserOperation', params, v.literal(expected))
  return 'failed' in sent && !sent.isKnown ? sent : { value: true }
}
