import { parseEther } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { give } from '../../dapp/faucet.ts'
import { startAnvil } from '../../chain/anvil.ts'
import { rpc } from '../../chain/rpc.ts'
import { sendMined, weiOf } from '../../e2e/support/chainState.ts'
import { alice, bob, stranger } from '../accounts.ts'

test('the faucet pays from an account with coin, though the node lists an impersonated one last', async () => {
  const anvil = await startAnvil()
  onTestFinished(() => anvil.stop())
  const local = { chainId: 31337, rpcUrl: anvil.url, usdc: bob, dai: bob, swap: bob }
  await rpc(anvil.url, 'anvil_impersonateAccount', [stranger])
  await expect(sendMined(anvil.url, { from: stranger, to: bob, data: '0x' })).rejects.toThrow()
  const before = await weiOf(anvil.url, alice)

  await give('10 ETH', local, alice)

  await expect.poll(() => weiOf(anvil.url, alice)).toBe(before + parseEther('10'))
})
