import { encodeFunctionData, numberToHex, parseAbi, parseUnits, type Address, type Hex } from 'viem'
import { rpc } from '../../chain/rpc.ts'
import { alice } from '../../unit/accounts.ts'
import { looksWell } from '../support/accessibility.ts'
import { sendCalls } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { decided, reject } from '../support/walletPages.ts'

const twin: Address = '0x7777777777777777777777777777777777777777'

const dead: Address = '0x000000000000000000000000000000000000dEaD'

const endsOf = (address: Address) => `${address.slice(0, 6)}…${address.slice(-4)}`

/** Puts a token's code at another address, with a short text as its symbol; its decimals are in the code. */
const copy = async (url: string, token: Address, symbol: string) => {
  await rpc(url, 'anvil_setCode', [twin, await rpc<Hex>(url, 'eth_getCode', [token, 'latest'])])
  const slot = Buffer.alloc(32)
  slot.write(symbol)
  slot[31] = 2 * symbol.length
  for (const at of [0, 1])
    await rpc(url, 'anvil_setStorageAt', [
      twin,
      numberToHex(at, { size: 32 }),
      `0x${slot.toString('hex')}`,
    ])
}

const mint = encodeFunctionData({
  abi: parseAbi(['function mint(address to, uint256 value)']),
  args: [alice, parseUnits('3000', 6)],
})

for (const [symbol, name] of [
  ['lUSDC', 'lUSDC'],
  ['lusdc2', 'lUSDC'],
  ['ETH', 'ETH'],
] as const)
  test(`a token that calls itself ${symbol} is not the ${name} the user knows${symbol === 'ETH' ? '' : ' @long'}`, async ({
    chains,
    wallet,
    connected,
  }) => {
    const { url, contracts } = chains.local
    await copy(url, contracts.usdc, symbol)
    const calls = [
      { to: dead, value: numberToHex(10n ** 18n) },
      { to: twin, data: mint },
    ]
    await decided(wallet.context, sendCalls(connected, { calls }), async (window) => {
      const notice = window.getByRole('alert').filter({ hasText: `Not the ${name} you know` })
      await expect(notice).toContainText(endsOf(twin))
      await expect(notice).toContainText(
        symbol === 'ETH' ? 'This is a token' : endsOf(contracts.usdc),
      )
      await expect(notice).toContainText(/list of \w+ \d+, 20\d\d/)
      const line = window
        .getByRole('list', { name: 'What leaves and what arrives' })
        .getByRole('listitem')
        .filter({ hasText: '3,000' })
      await expect(line).toContainText(`of ${twin.slice(0, 10)}…`)
      await expect(line).toContainText(`“${symbol}”`)
      await expect(line).not.toContainText(`3,000 ${symbol}`)
      const colors = await line.evaluate((item) =>
        [...item.querySelectorAll('*')].map((node) => getComputedStyle(node).color),
      )
      const good = await window.evaluate(() => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = 'var(--good)'
        const { color } = getComputedStyle(probe)
        probe.remove()
        return color
      })
      expect(colors).not.toContain(good)
      await looksWell(window, `falseToken-${symbol}`)
      await reject(window)
    })
  })
