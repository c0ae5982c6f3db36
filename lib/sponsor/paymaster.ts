import { numberToHex, zeroAddress, type Address, type Hex } from 'viem'
import * as v from 'valibot'
import { object } from '../rpc/object'
import { address, hex, maybe } from '../rpc/schema'
import { sameAddress } from '../values/address'
import { entryPoint } from './entryPoint'
import { paymasterLimits } from './gasBound'
import type { Operation } from '../db/userOperation'
import { askService, type Answered, type Service } from './service'

/** An operation before anybody has said that they pay for it. */
export type Draft = Omit<
  Operation,
  'paymaster' | 'paymasterData' | 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit'
>

/** A paymaster's service, the chain that it is asked for, and what the site wants it to know, as JSON text. */
export type Sponsorship = Service & { chainId: number; context?: string | undefined }

/** Data of a paymaster. A limit that it leaves out is the bundler's to estimate. */
export type PaymasterData = {
  paymaster: Address
  paymasterData: Hex
  paymasterVerificationGasLimit?: Hex | undefined
  paymasterPostOpGasLimit?: Hex | undefined
}

/** Longest data of a paymaster, in characters of hex: 8 KiB. */
const longestData = 2 + 2 * 8 * 1024

// Its description of itself (`sponsor`: a name, a picture) is not read: anybody can say anything there.
const answer = object({
  paymaster: address,
  paymasterData: v.pipe(
    hex,
    v.check((data: Hex) => data.length <= longestData),
  ),
  ...paymasterLimits,
  isFinal: maybe(v.boolean()),
})

/** True if an address can be a paymaster's: never the account, the EntryPoint or nobody. */
const canPay = (paymaster: Address, { sender }: Draft): boolean =>
  [sender, entryPoint, zeroAddress].every((other) => !sameAddress(other, paymaster))

const ask = (sponsorship: Sponsorship, method: string, operation: Draft) => {
  const context = JSON.parse(sponsorship.context ?? '{}') as unknown
  const params = [operation, entryPoint, numberToHex(sponsorship.chainId), context]
  return askService(sponsorship, method, params, answer)
}

/**
 * Asks a paymaster's service for data to estimate an operation with (ERC-7677). `isFinal`: they are those that the
 * operation is sent with.
 */
export const askStub = async (
  sponsorship: Sponsorship,
  draft: Draft,
): Promise<Answered<PaymasterData & { isFinal: boolean }>> => {
  const found = await ask(sponsorship, 'pm_getPaymasterStubData', draft)
  if ('failed' in found) return found
  const { isFinal = false, ...data } = found.value
  return canPay(data.paymaster, draft) ? { value: { ...data, isFinal } } : { failed: 'wrong' }
}

/**
 * Asks a paymaster's service for the data that an operation is sent with (ERC-7677), and returns the operation with
 * them. Another paymaster, or limits above those that were shown, are no answer.
 */
export const askFinal = async (
  sponsorship: Sponsorship,
  operation: Operation,
): Promise<Answered<Operation>> => {
  const found = await ask(sponsorship, 'pm_getPaymasterData', operation)
  if ('failed' in found) return found
  const { paymaster, paymasterData, ...given } = found.value
  const value = { ...operation, paymasterData }
  for (const name of ['paymasterVerificationGasLimit', 'paymasterPostOpGasLimit'] as const) {
    value[name] = given[name] ?? operation[name]
    if (BigInt(value[name]) > BigInt(operation[name])) return { failed: 'wrong' }
  }
  return sameAddress(paymaster, operation.paymaster) ? { value } : { failed: 'wrong' }
}
