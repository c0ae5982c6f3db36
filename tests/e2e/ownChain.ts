import { parseEther } from 'viem'
import { startAnvil } from '../chain/anvil.ts'
import { rpc } from '../chain/rpc.ts'
import { alice } from '../unit/people.ts'
import { test as base } from './fixtures.ts'

/** Beside the usual chains one that the wallet does not have, at a URL with a key in it. */
export const test = base.extend<{ own: { url: string; asked: string } }>({
  own: async ({ dapp: _ }, use) => {
    const anvil = await startAnvil({ chainId: 777, hardfork: 'prague' })
    await rpc(anvil.url, 'anvil_setBalance', [alice, `0x${parseEther('7').toString(16)}`])
    await use({ url: anvil.url, asked: `${anvil.url}/?key=a-key` })
    await anvil.stop()
  },
})
