import { alice, stranger } from '../../unit/accounts.ts'
import { approve, decided, yes } from '../support/walletPages.ts'
import { tokensOf } from '../support/chainState.ts'
import { expect, test } from '../support/test.ts'
import { plant } from '../support/bait.ts'
import { idOf, sendCalls, settled } from '../support/site.ts'

/** Token symbols that imitate another token's or inject text into the wallet. */
const signs = [
  // A Cyrillic letter that looks like a Latin one.
  'USD\u0421',
  '\u202eCDSU\u202c',
  'US\u200bDC\u200d',
  'USDC\n\nApproved and safe',
  '<img src=x onerror=alert(1)><b>USDC</b>',
  'Z\u0351\u036b\u0343algo'.repeat(400),
  '"><script>document.title="taken"</script>',
  '\u0000\u0007USDC\u001b[31m',
]

test('what tokens call themselves neither deceives nor breaks the window @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  const planted = []
  for (const sign of signs) planted.push(await plant(url, 'LoudToken', [sign]))
  planted.push(await plant(url, 'EndlessSymbol'))
  planted.push(await plant(url, 'Bytes32Token'))
  for (const token of planted) await token.tell('mint', [alice, 1_000_000n])

  const calls = planted.map(({ address, encode }) => ({
    to: address,
    data: encode('transfer', [stranger, 12_345n]),
  }))
  const dialogs: string[] = []
  const id = await idOf(
    decided(wallet.context, sendCalls(connected, { calls }), async (window) => {
      window.on('dialog', (dialog) => {
        dialogs.push(dialog.message())
        void dialog.dismiss()
      })
      const main = window.getByRole('main')
      await expect(yes(window)).toBeEnabled()
      const said = await main.innerText()
      // oxlint-disable-next-line no-control-regex -- these are what must not be there
      expect(said).not.toMatch(/[\u0000-\u0008\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\u001b]/)
      expect(said).not.toMatch(/Approved and safe|onerror|script|\u0421|\u0351|AAAAAAAAAAAA/)
      expect(said.length).toBeLessThan(20_000)
      await expect(main.locator('img, script')).toHaveCount(0)
      expect(await window.title()).not.toBe('taken')
      const isWider = await window.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      )
      expect(isWider).toBe(false)
      await approve(window)
    }),
  )
  expect((await settled(connected, id)).status).toBe(200)
  expect(dialogs).toEqual([])
  for (const { address } of planted) expect(await tokensOf(url, address, stranger)).toBe(12_345n)
})
