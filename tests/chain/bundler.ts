import {
  createWalletClient,
  encodeFunctionData,
  http,
  numberToHex,
  type Address,
  type Hash,
  type Hex,
  type SignedAuthorization,
} from 'viem'
import {
  entryPoint08Abi,
  getUserOperationHash,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import { mnemonicToAccount } from 'viem/accounts'
import { development } from './development.ts'
import { entryPoint } from './entryPoint.ts'
import { rpc } from './rpc.ts'

const account = mnemonicToAccount(development.phrase, { addressIndex: 6 })

/** An operation as it comes to a bundler, in hex. */
type Wire = Record<string, Hex | undefined> & {
  sender: Address
  eip7702Auth?: Record<'address' | 'chainId' | 'nonce' | 'r' | 's' | 'yParity', Hex>
}

const quantities = [
  'nonce',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
]

const authorizationOf = ({ eip7702Auth: given }: Wire): SignedAuthorization | undefined =>
  given && {
    address: given.address,
    chainId: Number(given.chainId),
    nonce: Number(given.nonce),
    r: given.r,
    s: given.s,
    yParity: Number(given.yParity),
  }

/** Reads an operation by viem alone, so that the wallet's own packing and hash are held against another one. */
const operationOf = (wire: Wire) => {
  const { eip7702Auth: _, ...fields } = wire
  const numbers = quantities.map((name) => [name, BigInt(wire[name] ?? '0x0')])
  return {
    ...fields,
    ...(Object.fromEntries(numbers) as object),
    authorization: authorizationOf(wire),
  } as unknown as UserOperation<'0.8'>
}

const refusal = (code: number, message: string) => Object.assign(new Error(message), { code })

/** A bundler for tests, without a mempool of rules: it keeps operations until they are bundled. */
export const createBundler = (url: string, chainId: number) => {
  const client = createWalletClient({
    account,
    transport: http(url, { timeout: 120_000, retryCount: 0 }),
  })
  const held = new Map<Hash, Wire>()
  let isHolding = false

  const hashOf = (wire: Wire): Hash =>
    getUserOperationHash({
      chainId,
      entryPointAddress: entryPoint,
      entryPointVersion: '0.8',
      userOperation: operationOf(wire),
    })

  const dataOf = (wires: readonly Wire[]) =>
    encodeFunctionData({
      abi: entryPoint08Abi,
      functionName: 'handleOps',
      args: [wires.map((wire) => toPackedUserOperation(operationOf(wire))), account.address],
    })

  /** Sends operations in one transaction and returns its hash; unless it `keeps` them, none is then held any more. */
  const bundle = async (
    hashes: readonly Hash[] = [...held.keys()],
    { keeps = false }: { keeps?: boolean } = {},
  ): Promise<Hash> => {
    const wires = hashes.flatMap((hash) => held.get(hash) ?? [])
    if (!keeps) for (const hash of hashes) held.delete(hash)
    const authorizationList = wires.flatMap((wire) => authorizationOf(wire) ?? [])
    const hash = await client.sendTransaction({
      chain: null,
      to: entryPoint,
      data: dataOf(wires),
      gas: 5_000_000n,
      ...(authorizationList.length > 0 ? { authorizationList } : {}),
    })
    await rpc(url, 'evm_mine')
    return hash
  }

  /** Throws as the EntryPoint does if it would not take an operation: an upgrade is tried as if it were done. */
  const check = async (wire: Wire): Promise<void> => {
    const { eip7702Auth, sender } = wire
    const override = eip7702Auth
      ? { [sender]: { code: `0xef0100${eip7702Auth.address.slice(2)}` } }
      : {}
    const call = { from: account.address, to: entryPoint, data: dataOf([wire]), gas: '0x4c4b40' }
    await rpc(url, 'eth_call', [call, 'latest', override]).catch((error: unknown) => {
      throw refusal(-32500, String(error))
    })
  }

  const send = async (wire: Wire): Promise<Hash> => {
    const hash = hashOf(wire)
    if (held.has(hash)) throw refusal(-32602, 'Already known')
    await check(wire)
    held.set(hash, wire)
    if (!isHolding) await bundle()
    return hash
  }

  const estimate = (wire: Wire) => ({
    callGasLimit: numberToHex(500_000),
    verificationGasLimit: numberToHex(150_000),
    preVerificationGas: numberToHex(wire.eip7702Auth ? 100_000 : 60_000),
  })

  /** Answers as a bundler does (ERC-7769); throws for any other method. */
  const answer = async (method: string, [first]: unknown[]): Promise<unknown> => {
    if (method === 'eth_chainId') return numberToHex(chainId)
    if (method === 'eth_supportedEntryPoints') return [entryPoint]
    if (method === 'eth_estimateUserOperationGas') return estimate(first as Wire)
    if (method === 'eth_sendUserOperation') return send(first as Wire)
    throw refusal(-32601, 'the method does not exist')
  }

  return {
    answer,
    bundle,
    held,
    /** From now on operations are kept until `bundle` is called. */
    hold: () => {
      isHolding = true
    },
    /** Forgets what it holds, and bundles at once from now on. */
    reset: () => {
      isHolding = false
      held.clear()
    },
  }
}

/** A bundler for tests. */
export type Bundler = ReturnType<typeof createBundler>
