import { stranger } from '../../unit/accounts.ts'
import { test } from '../support/journey.ts'

test('a contact is added, sent to by its name, and removed @long', async ({ walletBrowser }) => {
  const page = await walletBrowser.open('contacts')
  await page.front()
  await page.sees('No contacts yet.')
  await page.fill('Name', '0xnobody')
  await page.fill('Address', `${stranger}1`)
  await page.click('button', 'Save')
  await page.sees('An address is 0x and 40 characters')
  await page.fill('Name', 'Rent')
  await page.fill('Address', stranger)
  await page.click('button', 'Save')
  await page.find('button', 'Rename Rent')
  await page.looksWell('contacts')
  await page.turnTo('send')
  await page.fill('Address, contact or name', 'rent')
  await page.sees(/Rent[^]*0x/)
  await page.turnTo('contacts')
  await page.click('button', 'Remove Rent')
  await page.sees('No contacts yet.')
})
