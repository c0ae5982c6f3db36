import { numberToHex } from 'viem'
import type { Address, Hash, Hex } from 'viem'
import { simulateAsGeth, type SimulationHabits } from './asGeth.ts'
import { createBlock } from './preconfirmBlock.ts'
import { createLine } from './preconfirmLine.ts'
import { ask } from './preconfirmNode.ts'
import type { Answer } from './preconfirmNode.ts'
import { hasQueued, repool } from './preconfirmRepool.ts'
import { routeOf } from './preconfirmRoute.ts'
import { submit } from './preconfirmSubmit.ts'
import { rpc } from './rpc.ts'

export type ChainOptions = SimulationHabits & {
  /** True if pending blocks have neither number nor hash. */
  nullPending?: boolean
  /**
   * Number of executable transactions that the pool accepts from a delegated account: 1 in geth, 4 on Base.
   */
  inFlightLimit?: number
  /** Event after which a transaction is no longer in flight; pre-confirmation by default. */
  inFlightUntil?: 'preconfirmed' | 'sealed'
}

/** Joins two anvils into one chain: the sealed part, and the block being built on it. */
export const createChain = (sealedUrl: string, buildingUrl: string, options: ChainOptions) => {
  const { nullPending = false, inFlightLimit = 1, inFlightUntil = 'preconfirmed' } = options
  const inLine = createLine()
  const block = createBlock(sealedUrl, buildingUrl)

  const seal = async (count: number) => {
    await block.refresh()
    await rpc(sealedUrl, 'evm_setNextBlockTimestamp', [numberToHex(block.timestamp())])
    await rpc(sealedUrl, 'evm_mine')
    if (count > 1) await rpc(sealedUrl, 'anvil_mine', [numberToHex(count - 1)])
    if (await hasQueued(sealedUrl)) await repool(sealedUrl)
    await block.refresh()
  }

  const poolUrl = inFlightUntil === 'sealed' ? sealedUrl : buildingUrl
  const rules = {
    nonceOf: async (account: Address) =>
      Number(await rpc<Hex>(buildingUrl, 'eth_getTransactionCount', [account, 'latest'])),
    codeOf: (account: Address) => rpc<Hex>(poolUrl, 'eth_getCode', [account, 'latest']),
    isLanded: (hash: Hash) => inFlightUntil === 'preconfirmed' && block.isPreconfirmed(hash),
    inFlightLimit,
  }

  const present = (method: string, answer: Answer): Answer => {
    if (answer.error) return answer
    const result = block.rename(answer.result)
    if (method !== 'eth_getBlockByNumber') return { result }
    const names = nullPending ? { number: null, hash: null } : {}
    // The forked anvil reports the block's randomness as its difficulty.
    return { result: { ...(result as object), difficulty: '0x0', ...names } }
  }

  const forward = async (method: string, params: unknown[]): Promise<Answer> => {
    if (method === 'evm_mine') return seal(1).then(() => ({ result: '0x0' }))
    if (method === 'anvil_mine') return seal(Number(params[0] ?? 1)).then(() => ({ result: null }))
    if (method === 'eth_sendRawTransaction') return submit(sealedUrl, params[0] as Hex, rules)
    const route = routeOf(method, params, block.isPreconfirmed)
    if (method === 'eth_simulateV1') {
      const url = route.isBuilding ? buildingUrl : sealedUrl
      return simulateAsGeth((name, asked) => ask(url, name, asked), route.params, options)
    }
    if (route.isBuilding) return present(method, await ask(buildingUrl, method, route.params))
    const answer = await ask(sealedUrl, method, route.params)
    if (/^(anvil|evm)_/.test(method)) {
      block.forget()
      await block.refresh()
    }
    return answer
  }

  // Serialized by one mutex: no request sees a block that is half built.
  return {
    forward: (method: string, params: unknown[]) => inLine(() => forward(method, params)),
    refresh: (force = false) => inLine(() => block.refresh(force)),
    seal: (count = 1) => inLine(() => seal(count)),
    drop: (hash: Hash) =>
      inLine(async () => {
        await repool(sealedUrl, hash)
        await block.refresh()
      }),
    idle: () => inLine(() => Promise.resolve()),
  }
}
