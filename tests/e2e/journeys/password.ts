import { development } from '../../chain/development.ts'
import type { Screen } from '../support/screen.ts'

/** Asked for after `changePassword`. */
export const next = 'six other words nobody says'

/** Changes the password on its screen: after it the new one unlocks, and the old one does not. */
export const changePassword = async (page: Screen) => {
  const change = async (old: string, chosen: string) => {
    await page.fill('Current password', old)
    await page.fill('New password', chosen)
    await page.fill('Repeat password', chosen)
    await page.click('button', 'Change password')
  }
  await change('not the password', next)
  await page.sees('Wrong password.')
  await change(development.password, 'password123')
  await page.sees('Many people use this password')
  await change(development.password, next)
  await page.find('button', 'Unlock')
  const unlock = async (password: string) => {
    await page.fill('Password', password)
    await page.click('button', 'Unlock')
  }
  await unlock(development.password)
  await page.sees('Wrong password.')
  await unlock(next)
  await page.find('button', 'Lock')
}
