import { alice, stranger } from '../../unit/accounts.ts'
import { expect, test } from '../support/test.ts'
import { looksWell } from '../support/accessibility.ts'

test('a contact is added, renamed, sent to by its name, and removed', async ({ wallet }) => {
  const page = await wallet.popup('popup.html#contacts')
  await page.setViewportSize({ width: 360, height: 600 })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const save = () => page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('No contacts yet.')).toBeVisible()
  await field('Name').fill('0xnobody')
  await field('Address').fill(`${stranger}1`)
  await save()
  await expect(page.getByText('Use 1 to 32 characters')).toBeVisible()
  await expect(page.getByText('An address is 0x and 40 characters')).toBeVisible()
  await field('Name').fill('Rent')
  await field('Address').fill(stranger)
  await save()
  const list = page.getByRole('region', { name: 'Your contacts' })
  await expect(list).toContainText(`Rent${stranger}`)

  await page.getByRole('button', { name: 'Rename Rent' }).click()
  await list.getByRole('textbox', { name: 'Name' }).fill('Landlord')
  await list.getByRole('button', { name: 'Save' }).click()
  await expect(list).toContainText(`Landlord${stranger}`)
  await looksWell(page, 'contacts')

  await page.getByRole('link', { name: 'Send to Landlord' }).click()
  const to = field('Address, contact or name')
  await expect(to).toHaveValue(stranger)
  await to.fill('landlord')
  await expect(page.getByRole('status').filter({ hasText: 'Landlord' })).toContainText(stranger)
  await page.goBack()
  await page.getByRole('button', { name: 'Remove Landlord' }).click()
  await expect(page.getByText('No contacts yet.')).toBeVisible()
})

test('receiving shows the address as a code, and whole @long', async ({ wallet }) => {
  const page = await wallet.popup('popup.html#receive')
  await page.setViewportSize({ width: 360, height: 600 })
  await expect(page.getByRole('img', { name: 'QR code of the address' })).toBeVisible()
  await expect(page.getByText(alice)).toBeVisible()
  await expect(page.getByText('Network: Local')).toBeVisible()
  await looksWell(page, 'receive')
})
