import { development } from '../../chain/development.ts'
import { approvalStates, showEach } from '../support/approvalStates.ts'
import { swapCalls } from '../support/chainState.ts'
import { openJournal, readRows, seedBatches } from '../support/journal.ts'
import { screenAddresses } from '../support/screenAddresses.ts'
import { idOf, sendCalls, settled } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { isNamed } from '../support/titles.ts'
import { decided, unlock } from '../support/walletPages.ts'

test('each screen has one heading, and its page the title', async ({
  chains,
  wallet,
  fresh,
  connected,
}) => {
  const sent = sendCalls(connected, { calls: swapCalls(chains.local.contracts) })
  const id = await idOf(decided(wallet.context, sent))
  await settled(connected, id)
  const journal = await openJournal(wallet)
  await seedBatches(journal, 'https://a-site-with-a-rather-long-name.example', 8)
  const [batch] = (await readRows(journal, 'batches')).filter((row) => row.id === id)

  const page = await wallet.popup()
  const site = `site/${new URL(connected.url()).origin}`
  const all = [...screenAddresses, 'tokens', site, batch?.key ?? '', 'seed7', 'no-such-batch']
  for (const screen of all) {
    await page.goto(`${page.url().split('#')[0]}#${screen}`)
    await isNamed(page, screen || 'home')
  }
  await page.goto(`${page.url().split('#')[0]}#settings`)
  await expect(page).toHaveTitle('Settings – Volley')
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await page.getByRole('button', { name: 'Unlock' }).waitFor()
  await isNamed(page, 'unlock')
  await unlock(page, development.password)
  await expect(page).toHaveTitle('Settings – Volley')

  const welcome = await fresh.popup()
  await isNamed(welcome, 'welcome')
  for (const way of [0, 1, 2, 3, 4, 5]) {
    await welcome.reload()
    await welcome.getByRole('button').nth(way).click()
    await isNamed(welcome, `welcome ${way}`)
  }
})

test('each approval has one heading, and its window the title @long', async ({
  chains,
  wallet,
  connected,
  dapp,
}) => {
  const other = await wallet.context.newPage()
  await other.goto(dapp.other)
  const { url, contracts } = chains.local
  const states = await approvalStates({ url, contracts, site: connected, other })
  await showEach(wallet, states, (window, { name }) => isNamed(window, name))
})
