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
    /** Timestamp of the first block in seconds, to tell chains apart that are otherwise equal. */
    startedAt?: number
    /** Milliseconds between steps of pre-confirmation, 200 on real chains; manual without it. */
    refreshEvery?: number
    /** Milliseconds between sealed blocks; manual without it. */
    sealEvery?: number
    /** Slots in an epoch, 32 by default: a block is final two epochs later. */
    epoch?: number
    /** Waits for the time of a delayed response; by default in real time. */
    hold?: Hold
  }

export type PreconfirmingChain = {
  /** URL for the wallet, with faults and counted requests. */
  url: string
  /** URL of the sealed chain and its mempool, without faults or counting. */
  anvilUrl: string
  contracts: Contracts
  /** Runs one step of pre-confirmation: transactions in the mempool get their receipts. */
  refresh: () => Promise<void>
  /** Runs a last step and seals the block; `blocks` over 1 adds empty blocks. */
  seal: (blocks?: number) => Promise<void>
  /** Returns the number of requests at `url` by method. */
  requests: () => Record<string, number>
  faults: {
    arm: (method: string, fault: Fault, limit?: Limit) => () => void
    clear: () => void
    /** Removes a transaction from the mempool and, by a step, from the block being built. */
    drop: (hash: Hash) => Promise<void>
  }
  stop: () => Promise<void>
}

/**
 * Repeats the work every `ms`, never twice at once; a failure is not caught, so that the test run sees it.
 */
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

/** Starts a fresh chain that pre-confirms: receipts come before their block is sealed. */
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
    // No accounts of its own: anvil would fund them anew, above their balances on the chain it forks.
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
      // A manual step always rebuilds, because a test may have changed the chain without the proxy.
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
