import type { Hash } from 'viem'
import type { AnvilOptions } from './anvil.ts'
import { deploy } from './deploy.ts'
import type { Contracts, DeployOptions } from './deploy.ts'
import { development } from './development.ts'
import { createFaults } from './faults.ts'
import type { Fault, Limit } from './faults.ts'
import { startIdleAnvil } from './preconfirmAnvil.ts'
import { hold as realHold } from './preconfirmFault.ts'
import type { Hold } from './preconfirmFault.ts'
import { createChain } from './preconfirmChain.ts'
import type { ChainOptions } from './preconfirmChain.ts'
import { startProxy } from './preconfirmProxy.ts'

export type PreconfirmingOptions = ChainOptions &
  DeployOptions &
  Pick<AnvilOptions, 'port' | 'chainId' | 'hardfork'> & {
    /** The time of the first block in seconds, for chains that differ in nothing else. */
    startedAt?: number
    /** Milliseconds between steps of pre-confirmation, 200 on real chains; by hand without it. */
    refreshEvery?: number
    /** Milliseconds between sealed blocks; by hand without it. */
    sealEvery?: number
    /** Slots in an epoch: a block is final after two of them. anvil's own 32 unless told otherwise. */
    epoch?: number
    /** How a silence passes; by the real clock unless told otherwise. */
    hold?: Hold
  }

export type PreconfirmingChain = {
  /** What the wallet is to be given. */
  url: string
  /** The sealed chain and its mempool, without faults and beside the counting. */
  anvilUrl: string
  contracts: Contracts
  /** One step of pre-confirmation: what waits in the mempool gets its receipts. */
  refresh: () => Promise<void>
  /** A last step, then the block is sealed; more than one adds empty blocks. */
  seal: (blocks?: number) => Promise<void>
  /** How often each method was asked for at `url`. */
  requests: () => Record<string, number>
  faults: {
    arm: (method: string, fault: Fault, limit?: Limit) => () => void
    clear: () => void
    /** Takes a transaction out of the mempool and, by a step, out of the block being built. */
    drop: (hash: Hash) => Promise<void>
  }
  stop: () => Promise<void>
}

/** Does the work every so often; never twice at once, and a failure is for all to see. */
const repeat = (ms: number | undefined, work: () => Promise<void>) => {
  if (!ms) return undefined
  let isBusy = false
  return setInterval(() => {
    if (isBusy) return
    isBusy = true
    void work().finally(() => {
      isBusy = false
    })
  }, ms)
}

/** A fresh chain that pre-confirms: receipts come before the block they are in is sealed. */
export const startPreconfirmingChain = async (
  options: PreconfirmingOptions = {},
): Promise<PreconfirmingChain> => {
  const { port = 0, chainId = 31337, hardfork = 'osaka', refreshEvery, sealEvery } = options
  const slots = options.epoch === undefined ? [] : ['--slots-in-an-epoch', options.epoch]
  const flags = ['--chain-id', chainId, '--hardfork', hardfork, ...slots]
  const began = options.startedAt === undefined ? [] : ['--timestamp', options.startedAt]
  const sealed = await startIdleAnvil([...flags, ...began, '--mnemonic', development.phrase])
  const stops = [sealed.stop]
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end()
  }
  try {
    const deployed = await deploy(sealed.url, options)
    const fork = ['--fork-url', sealed.url, '--no-storage-caching']
    // Accounts of its own would have more there than on the chain it forks from.
    const building = await startIdleAnvil([...flags, ...fork, '--accounts', 0])
    stops.push(building.stop)
    const chain = createChain(sealed.url, building.url, options)
    await chain.refresh()
    stops.push(chain.idle)
    const { take, ...faults } = createFaults()
    const proxy = await startProxy(chain.forward, { take }, port, options.hold ?? realHold)
    stops.push(proxy.stop)
    const timers = [
      repeat(refreshEvery, () => chain.refresh()),
      repeat(sealEvery, () => chain.seal()),
    ]
    stops.push(() => Promise.resolve(timers.forEach(clearInterval)))
    return {
      url: proxy.url,
      anvilUrl: sealed.url,
      contracts: { ...deployed, rpcUrl: proxy.url },
      // By hand it looks anew, because a test may have changed the chain behind the proxy.
      refresh: () => chain.refresh(true),
      seal: chain.seal,
      requests: proxy.requests,
      faults: { ...faults, drop: chain.drop },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
