import { expect, type Page } from '@playwright/test'
import {
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  numberToHex,
  type Address,
  type Hex,
} from 'viem'
import { rpc } from '../../chain/rpc.ts'
import type { Wallet } from './chromium.ts'
import { alice, bob } from '../../unit/accounts.ts'
import { sendMined, waiting } from './chainState.ts'
import { compile } from '../../chain/compile.ts'
import { senderAt } from '../../chain/preconfirmSender.ts'

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

/** Units that Bob takes: more than the lock of any small batch lets go. */
const taken = 10n ** 9n

/** Lets Bob take tokens of Alice, as many accounts have let routers. */
export const allowBob = (url: string, token: Address) => {
  const args = [bob, taken] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  return sendMined(url, { from: alice, to: token, data })
}

/**
 * Bob takes them in the block of the one batch that waits in the pool, and before it: with a high tip he goes first.
 * The chain must mine by hand; from then on it mines at once again.
 */
export const takeBefore = async (url: string, token: Address) => {
  // A batch is signed and sent after its site was answered.
  await expect.poll(() => waiting(url)).toBe(1)
  const args = [alice, bob, taken] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args })
  const [gas, tip] = [numberToHex(1_000_000), numberToHex(10n ** 12n)]
  const dear = { gas, maxFeePerGas: tip, maxPriorityFeePerGas: tip }
  await rpc(url, 'eth_sendTransaction', [{ from: bob, to: token, data, ...dear }])
  await rpc(url, 'evm_mine')
  await rpc(url, 'evm_setAutomine', [true])
}

/** Reads what a spender may still take of Alice. */
export const allowanceOf = async (url: string, token: Address, spender: Address) => {
  const args = [alice, spender] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
  return BigInt(await rpc<Hex>(url, 'eth_call', [{ to: token, data }, 'latest']))
}

/** Deployer and owner of the odd contracts. */
const owner = senderAt(8).address

/** Deploys an odd contract on a chain that mines at once; `tell` sends it a transaction from its owner. */
export const plant = async (url: string, name: string, args: readonly unknown[] = []) => {
  const artifact = (await compile('odd'))[name]
  if (!artifact) throw new Error(`There is no odd contract ${name}.`)
  const send = (transaction: { to?: Address; data: Hex }) =>
    sendMined(url, { from: owner, gas: '0x4c4b40', ...transaction })
  const encode = (functionName: string, values: readonly unknown[] = []): Hex =>
    encodeFunctionData({ abi: artifact.abi, functionName, args: values })
  const deployed = await send({ data: encodeDeployData({ ...artifact, args }) })
  const address = deployed.contractAddress
  if (!address) throw new Error(`${name} was not deployed.`)
  return {
    address,
    encode,
    tell: (functionName: string, values: readonly unknown[] = []) =>
      send({ to: address, data: encode(functionName, values) }),
  }
}
