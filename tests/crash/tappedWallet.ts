import { createKeyring } from '@/lib/keyring/keyring'
import type { Session } from '@/lib/keyring/session'
import { once } from '@/lib/async'
import { journal, type Account } from '@/lib/db'
import type { VaultRow } from '@/lib/db/vaultRow'
import { startChain } from '../chain/index.ts'
import { development } from '../chain/development.ts'
import { plantRouter } from '../chain/router.ts'
import { rpc } from '../chain/rpc.ts'
import { leadTo } from '../harness/leadTo.ts'
import { bob } from '../unit/accounts.ts'
import { tapClock } from './clockTap.ts'
import { tapDisk } from './diskTap.ts'
import { chainId } from './scenarios.ts'
import { openSponsors } from './sponsoredBatch.ts'

/** Session storage in memory, which like the browser's outlives workers; `stored`: the key of an unlocked wallet. */
const newSession = (stored?: string): Session => {
  return {
    get: () => Promise.resolve(stored),
    isOpen: () => Promise.resolve(stored !== undefined),
    set: (key) => {
      stored = key
      return Promise.resolve()
    },
  }
}

const imports = once<{ key: string | undefined; vault: VaultRow[]; accounts: Account[] }>()

/** Imports the phrase at its first call: that takes half a second, and each wallet gets a copy. */
const imported = () =>
  imports('phrase', async () => {
    const session = newSession()
    await createKeyring(session).create({ phrase: development.phrase, count: 2 }, 'a password')
    const [vault, accounts] = await Promise.all([
      journal.vault.toArray(),
      journal.accounts.toArray(),
    ])
    return { key: await session.get(), vault, accounts }
  })

/** Opens an unlocked wallet on a chain that mines on command, with disk and clock tapped for counting. */
export const openTappedWallet = async () => {
  const chain = await startChain({ hardfork: 'prague', epoch: 1 })
  await plantRouter(chain.url, bob)
  const stopSponsors = await openSponsors(chain.url, chainId)
  const letGo = leadTo(chainId, chain.url)
  const untapDisk = await tapDisk()
  const untapClock = tapClock()
  const stop = async () => {
    untapClock()
    await untapDisk()
    letGo()
    await stopSponsors()
    await chain.stop()
  }
  await rpc(chain.url, 'evm_setAutomine', [false])
  await Promise.all(journal.tables.map((table) => table.clear()))
  const { key, vault, accounts } = await imported()
  await Promise.all([journal.vault.bulkPut(vault), journal.accounts.bulkPut(accounts)])
  return { url: chain.url, session: newSession(key), stop }
}
