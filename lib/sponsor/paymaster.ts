import { numberToHex, zeroAddress, type Address, type Hex } from 'viem'
import * as z from 'zod/mini'
import { address, hex, maybe } from '../rpc/schema'
import { sameAddress } from '../values/address'
import { entryPoint } from './entryPoint'
import { gasLimit } from './gasBound'
import type { Operation } from '../db/userOperation'
import { askService, type Answered, type Service } from './service'

/** An operation before anybody has said that they pay for it. */
export type Draft = Omit<
  Operation,
  'paymaster' | 'paymasterData' | 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit'
>

/** A paymaster's service, the chain that it is asked for, and what the site wants it to know. */
export type Sponsorship = { service: Service; chainId: number; context?: unknown }

/** Data of a paymaster. A limit that it leaves out is the bundler's to estimate. */
export type PaymasterData = {
  paymaster: Address
  paymasterData: Hex
  paymasterVerificationGasLimit?: Hex | undefined
  paymasterPostOpGasLimit?: Hex | undefined
}

/** Longest data of a paymaster, in characters of hex: 8 KiB. */
const longestData = 2 + 2 * 8 * 1024

const fields = {
  paymaster: address,
  paymasterData: hex.check(
    z.refine((data: Hex) => data.length <= longestData, 'must be at most 8 KiB'),
  ),
  paymasterVerificationGasLimit: maybe(gasLimit),
  paymasterPostOpGasLimit: maybe(gasLimit),
}

const final = z.object(fields)

// Its description of itself (`sponsor`: a name, a picture) is not read: anybody can say anything there.
const stub = z.object({ ...fields, isFinal: maybe(z.boolean()) })

/** True if an address can be a paymaster's: never the account, the EntryPoint or nobody. */
const canPay = (paymaster: Address, { sender }: Draft): boolean =>
  [sender, entryPoint, zeroAddress].every((other) => !sameAddress(other, paymaster))

const paramsOf = (operation: Draft, { chainId, context }: Sponsorship) => [
  operation,
  entryPoint,
  numberToHex(chainId),
  context ?? {},
]

/**
 * Asks a paymaster's service for data to estimate an operation with (ERC-7677). `isFinal`: they are those that the
 * operation is sent with.
 */
export const askStub = async (
  sponsorship: Sponsorship,
  draft: Draft,
): Promise<Answered<PaymasterData & { isFinal: boolean }>> => {
  const params = paramsOf(draft, sponsorship)
  const found = await askService(sponsorship.service, 'pm_getPaymasterStubData', params, stub)
  if ('failed' in found) return found
  const { isFinal, ...data } = found.value
  if (!canPay(data.paymaster, draft)) return { failed: 'wrong' }
  return { value: { ...data, isFinal: isFinal ?? false } }
}

const isAbove = (limit: Hex | undefined, agreed: Hex): boolean =>
  limit !== undefined && BigInt(limit) > BigInt(agreed)

/**
 * Asks a paymaster's service for the data that an operation is sent with (ERC-7677), and returns the operation with
 * them. Another paymaster, or limits above those that were shown, are no answer.
 */
export const askFinal = async (
  sponsorship: Sponsorship,
  operation: Operation,
): Promise<Answered<Operation>> => {
  const params = paramsOf(operation, sponsorship)
  const found = await askService(sponsorship.service, 'pm_getPaymasterData', params, final)
  if ('failed' in found) return found
  const {
    paymaster,
    paymasterData,
    paymasterVerificationGasLimit: verification,
    paymasterPostOpGasLimit: postOp,
  } = found.value
  const isOther =
    !sameAddress(paymaster, operation.paymaster) ||
    isAbove(verification, operation.paymasterVerificationGasLimit) ||
    isAbove(postOp, operation.paymasterPostOpGasLimit)
  if (isOther) return { failed: 'wrong' }
  return {
    value: {
      ...operation,
      paymasterData,
      paymasterVerificationGasLimit: verification ?? operation.paymasterVerificationGasLimit,
      paymasterPostOpGasLimit: postOp ?? operation.paymasterPostOpGasLimit,
    },
  }
}
