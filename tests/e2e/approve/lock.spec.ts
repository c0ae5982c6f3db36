import { encodeFunctionData, erc20Abi, numberToHex, parseUnits, type Hex } from 'viem'
import { plantRouter } from '../../chain/router.ts'
import { senderAt } from '../../chain/preconfirmSender.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, bob } from '../../unit/accounts.ts'
import { looksWell } from '../support/accessibility.ts'
import { tokensOf, waiting } from '../support/chainState.ts'
import { plant } from '../support/bait.ts'
import { idOf, sendCalls, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { approvalWindow, approve, closed } from '../support/walletPages.ts'

/** Values for the turn of `Bait` in `Moods.sol`. */
const [pays, takes] = [1, 2]

const sold = parseUnits('100', 18)

test('the chain stops a contract that turned after the click, and the page names the condition', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url, contracts } = chains.local
  const { dai } = contracts
  await plantRouter(url, bob)
  const bait = await plant(url, 'Bait', [dai])
  await rpc(url, 'anvil_setBalance', [bait.address, numberToHex(10n ** 20n)])
  await bait.tell('turn', [pays])
  const allowed = [bait.address, 3n * sold] as const
  const calls = [
    {
      to: dai,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: allowed }),
    },
    { to: bait.address, data: bait.encode('trade', [sold]) },
  ]
  const before = await tokensOf(url, dai, alice)
  const ask = async () => {
    const answer = sendCalls(connected, { calls })
    const window = await approvalWindow(wallet.context)
    const lines = window.getByRole('list', { name: 'What leaves' }).getByRole('listitem')
    await expect(lines).toHaveText([
      /You send−100 lDAIAt most 100.5 lDAI, or nothing happens/,
      /You receive\+1 ETHAt least 0.99\d* ETH, or nothing happens/,
    ])
    await expect(window.getByText('The lock holds for 10 minutes after signing.')).toBeVisible()
    await expect(window.getByText(/^Taken back at the end: what /)).toBeVisible()
    await expect(window.getByText('Not covered by the lock:')).toBeVisible()
    return { answer, window }
  }

  await test.step('what comes out as shown is not stopped', async () => {
    const { answer, window } = await ask()
    await looksWell(window, 'lock')
    const choose = async (name: string, now: string) => {
      await window.getByRole('button', { name: now }).click()
      await window.getByRole('radio', { name }).click()
      await window.getByRole('button', { name: 'Done' }).click()
    }
    await choose('No lock', 'Lock: 0.5%')
    await expect(window.getByText('Not locked: you turned the lock off')).toBeVisible()
    await choose('At most 0% worse than shown', 'Lock: No lock')
    await expect(window.getByRole('button', { name: 'Lock: 0%' })).toBeVisible()
    await expect(window.getByText('The lock holds for 10 minutes after signing.')).toBeVisible()
    const inVain =
      'Changes are not compared, since this network cannot do it. The usual lock holds.'
    await window.getByRole('button', { name: 'Lock: 0%' }).click()
    const dialog = window.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: /^Compare only what this batch changes/ }).click()
    await expect(dialog.getByText(inVain)).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    // The dialog, which says it too, is there until it has faded.
    await expect(dialog).toBeHidden()
    await expect(window.getByText(inVain)).toBeVisible()
    await approve(window)
    const [id] = await Promise.all([idOf(answer), closed(window)])
    expect((await settled(connected, id)).status).toBe(200)
    expect(before - (await tokensOf(url, dai, alice))).toBe(sold)
    const owned = [alice, bait.address] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: owned })
    expect(BigInt(await rpc<Hex>(url, 'eth_call', [{ to: dai, data }, 'latest']))).toBe(0n)
  })

  await test.step('what takes more is', async () => {
    const { answer, window } = await ask()
    await rpc(url, 'evm_setAutomine', [false])
    await approve(window)
    const [id] = await Promise.all([idOf(answer), closed(window)])
    // The batch is signed and sent after its site was answered, and must be before the contract turns.
    await expect.poll(() => waiting(url)).toBe(1)
    // With a high tip it goes first in the block.
    const turn = { from: senderAt(8).address, to: bait.address, data: bait.encode('turn', [takes]) }
    const [gas, tip] = [numberToHex(1_000_000), numberToHex(10n ** 12n)]
    const dear = { gas, maxFeePerGas: tip, maxPriorityFeePerGas: tip }
    await rpc(url, 'eth_sendTransaction', [{ ...turn, ...dear }])
    await rpc(url, 'evm_mine')
    await rpc(url, 'evm_setAutomine', [true])
    expect((await settled(connected, id)).status).toBe(500)
    expect(before - (await tokensOf(url, dai, alice))).toBe(sold)
    const page = await wallet.popup('popup.html#activity')
    await page.getByRole('link').filter({ hasText: 'on Local' }).first().click()
    await expect(
      page.getByText(/^Stopped by your lock: less than 10,00\d\.\d+ ETH would have been left$/),
    ).toBeVisible()
    await looksWell(page, 'lock-stopped')
  })
})
