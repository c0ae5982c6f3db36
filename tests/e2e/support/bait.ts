import type { Page } from '@playwright/test'
import { type Address, type Hex, numberToHex } from 'viem'
import { rpc } from '../../chain/rpc.ts'
import type { Wallet } from './chromium.ts'

/**
 * A contract that pays its caller the amount in its storage slot 0, in wei: tests change its effect at will.
 */
export const bait: Address = '0x00000000000000000000000000000000000ba170'

const pays: Hex = '0x5f5f5f5f5f54335af100'
const reverts: Hex = '0x5f5ffd'

const milli = 10n ** 15n

/** Sets up the bait in a new block; `pay` is in thousandths of an ether. */
export const setBait = async (url: string, pay: number | 'reverts') => {
  await rpc(url, 'anvil_setBalance', [bait, numberToHex(100_000n * milli)])
  await rpc(url, 'anvil_setCode', [bait, pay === 'reverts' ? reverts : pays])
  const amount = pay === 'reverts' ? 0n : BigInt(pay) * milli
  await rpc(url, 'anvil_setStorageAt', [bait, '0x0', numberToHex(amount, { size: 32 })])
  await rpc(url, 'evm_mine')
}

type Fault = 'none' | 'silent' | 'no simulation' | 'same block'

/** Injects faults into the background's requests to its node: they fail, or the block seems not to change. */
export const faults = async ({ worker }: Pick<Wallet, 'worker'>) => {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { fault: string; heads: number }
    scope.fault = 'none'
    scope.heads = 0
    const real = globalThis.fetch
    let block: unknown
    globalThis.fetch = async (url, init) => {
      const { id, method, params } = JSON.parse(
        typeof init?.body === 'string' ? init.body : '{}',
      ) as {
        id: number
        method: string
        params: unknown[]
      }
      const answer = (body: object) => new Response(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
      if (scope.fault === 'silent') throw new TypeError('silence')
      if (scope.fault === 'no simulation' && method === 'eth_simulateV1')
        return answer({ error: { code: -32601, message: 'Method not found' } })
      const isHead = method === 'eth_getBlockByNumber' && params[0] === 'pending'
      if (method === 'eth_simulateV1') scope.heads = 0
      if (isHead && scope.fault === 'same block' && block) {
        scope.heads++
        return answer({ result: block })
      }
      const response = await real(url, init)
      if (isHead) block = ((await response.clone().json()) as { result: unknown }).result
      return response
    }
  })
  return (fault: Fault) =>
    worker.evaluate(async (now) => {
      const scope = globalThis as unknown as { fault: string; heads: number }
      scope.fault = now
      scope.heads = 0
      // A quote that is under way would still see what changes next: four looks at the block have none between them.
      while (now === 'same block' && scope.heads < 4)
        await new Promise((resolve) => setTimeout(resolve, 50))
    }, fault)
}

/** Counts, inside the window, how often Approve is held back: polling from outside could miss one. */
export const countHolds = async (window: Page) => {
  await window.evaluate(() => {
    const counter = { held: 0, focus: true }
    ;(globalThis as unknown as { holds: typeof counter }).holds = counter
    const button = document.querySelector('button[name=approve]')
    if (!button) throw new Error('there is no Approve')
    new MutationObserver(() => {
      if (button.getAttribute('aria-disabled') === 'true') counter.held++
      counter.focus &&= document.activeElement === button
    }).observe(button, { attributes: true, attributeFilter: ['aria-disabled'] })
  })
  return () =>
    window.evaluate(
      () => (globalThis as unknown as { holds: { held: number; focus: boolean } }).holds,
    )
}

/** Counts the node's answers to simulations from now on. */
export const countSimulations = async ({ worker }: Pick<Wallet, 'worker'>) => {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { simulated: number }
    scope.simulated = 0
    const real = globalThis.fetch
    globalThis.fetch = async (url, init) => {
      const response = await real(url, init)
      if (typeof init?.body === 'string' && init.body.includes('eth_simulateV1')) scope.simulated++
      return response
    }
  })
  return () => worker.evaluate(() => (globalThis as unknown as { simulated: number }).simulated)
}
