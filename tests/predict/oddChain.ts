import { journal } from '@/lib/db'
import { urlsOf } from '@/lib/network/urls'
import type { SimulationHabits } from '../chain/asGeth.ts'
import { delegateTo, listed } from '../chain/delegates.ts'
import { startPreconfirmingChain } from '../chain/preconfirm.ts'
import { readerOf } from '../chain/preconfirmReader.ts'
import { senderAt } from '../chain/preconfirmSender.ts'
import { rpc } from '../chain/rpc.ts'
import { coins, collections, items, openContracts, unreadable, type Name } from './contracts.ts'
import { people, toolsOf } from './scenario.ts'
import type { Way } from './ways.ts'

/** Chain ID of the local network. */
export const chainId = 31337

/** Amount of each token, in raw units, that the account and the markets start with. */
const stock = 10n ** 9n
const ids = [1n, 2n, 3n]

const holders: Name[] = ['Market', 'Permit2Market']
const rich: Name[] = [
  'Faucet',
  'Market',
  'Permit2Market',
  'Clockwork',
  'PriceWatcher',
  'GasWatcher',
  'CodeWatcher',
  'WealthWatcher',
  'Prepaid',
  'Shop',
] as Name[]

/** Sends the wallet's requests for the local network to the node at `url`. Returns how to stop. */
const leadTo = (url: string) => {
  const { fetch } = globalThis
  const [network] = urlsOf(chainId)
  globalThis.fetch = (asked, init) => fetch(asked === network ? url : asked, init)
  return () => {
    globalThis.fetch = fetch
  }
}

/** How the chain of trials differs from the usual one: its simulations, and seconds between its blocks. */
export type Habits = SimulationHabits & { interval?: number }

/** Opens a pre-confirming chain with all contracts of the trials, as the wallet's local network. */
export const openOddChain = async ({ interval, ...habits }: Habits = {}) => {
  const chain = await startPreconfirmingChain({ epoch: 8, ...habits })
  const { anvilUrl, url } = chain
  if (interval !== undefined) await rpc(anvilUrl, 'anvil_setBlockTimestampInterval', [interval])
  const node = readerOf(anvilUrl)
  const contracts = await openContracts(chain.contracts)
  const alice = senderAt(0)
  const before = async (...calls: { to: string | null; value: string; data: string }[]) => {
    for (const { to, value, data } of calls)
      await node.send(alice, { to, value: BigInt(value), data, gas: 1_000_000n } as never)
    await chain.seal()
  }
  const tools = toolsOf(contracts, { url: anvilUrl, before, nonceOf: node.nonce })

  const mint = (name: Name, ...args: unknown[]) => contracts.tell(anvilUrl, name, 'mint', args)
  await contracts.deploy(anvilUrl)
  for (const name of [...coins, ...unreadable])
    for (const to of [people.alice, ...holders.map(contracts.at)]) await mint(name, to, stock)
  for (const id of ids) {
    for (const name of collections) await mint(name, people.alice, id)
    for (const name of items) await mint(name, people.alice, id, 100n)
    await mint('Collection', people.bob, 20n + id)
  }
  await mint('dai', contracts.at('Shop'), 5_000n * 10n ** 18n)
  for (const name of rich) await contracts.give(anvilUrl, name, 5_000n * 10n ** 18n)
  await contracts.tell(anvilUrl, 'LeakyBank', 'deposit', [contracts.at('Market')])
  // Ether of other depositors, for the wrapper and the bank.
  for (const name of ['Weth', 'LeakyBank'] as const)
    await contracts.give(anvilUrl, name, 10n * 10n ** 18n)
  await chain.seal(2)
  let snapshot = await rpc(url, 'evm_snapshot')
  const letGo = leadTo(url)

  return {
    chain,
    tools,
    node,
    /** Reverts chain and journal to their beginning, and delegates the account as the way wants it. */
    reset: async ({ account }: Pick<Way, 'account'>) => {
      await rpc(url, 'anvil_dropAllTransactions')
      await rpc(url, 'evm_revert', [snapshot])
      snapshot = await rpc(url, 'evm_snapshot')
      const tables = journal.tables.filter(({ name }) => name !== 'vault')
      await Promise.all(tables.map((table) => table.clear()))
      await journal.accounts.put({ address: people.alice, index: 0, name: 'Account 1' })
      if (account === 'ours') {
        const authorization = await alice.authorize(chain.contracts.executor, 1)
        await node.send(alice, { authorizationList: [authorization] })
      }
      if (account === 'foreign')
        await delegateTo(anvilUrl, people.alice, listed.metaMask, 'Erc7821Executor')
      await chain.seal()
    },
    stop: async () => {
      letGo()
      await chain.stop()
    },
  }
}

export type OddChain = Awaited<ReturnType<typeof openOddChain>>
