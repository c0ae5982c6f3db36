import { closed, approvalWindow, approve, yes } from '../support/walletPages.ts'
import { expect, test } from '../support/test.ts'
import { backdate, countRows, openJournal, readRows } from '../support/journal.ts'
import { sendCalls } from '../support/site.ts'

type Background = typeof globalThis & {
  chrome: {
    alarms: {
      get: (name: string) => Promise<{ scheduledTime: number } | undefined>
      clear: (name: string) => Promise<boolean>
      create: (name: string, alarm: { when: number }) => Promise<void>
    }
  }
}

test('a page that left half a minute ago gets nothing @long', async ({ wallet, connected }) => {
  const journal = await openJournal(wallet)
  const before = await countRows(journal)
  void sendCalls(connected).catch(() => undefined)
  const window = await approvalWindow(wallet.context)
  await expect(yes(window)).not.toHaveAttribute('aria-disabled', 'true')
  await connected.close()

  const row = async () =>
    (await readRows(journal, 'approvals')).find(({ method }) => method === 'wallet_sendCalls')
  await expect.poll(async () => (await row())?.goneAt).toBeGreaterThan(0)
  const { id = '', goneAt = 0 } = (await row()) ?? {}
  const due = () =>
    wallet.worker.evaluate(async () => {
      const alarm = await (globalThis as Background).chrome.alarms.get('approvals')
      return alarm?.scheduledTime ?? 0
    })
  await expect.poll(due).toBeGreaterThan(goneAt + 30_000)
  // A busy machine sets it seconds after it has stored the time.
  expect(await due()).toBeLessThan(goneAt + 90_000)
  // From here on it rings when the test says so.
  await wallet.worker.evaluate(() => (globalThis as Background).chrome.alarms.clear('approvals'))

  await backdate(journal, id, 30_000)
  await approve(window)
  await expect(
    window.getByRole('alert').filter({ hasText: 'The page that asked is gone' }),
  ).toBeVisible()
  expect(await countRows(journal)).toEqual({ ...before, approvals: before.approvals + 1 })

  await wallet.worker.evaluate(() =>
    (globalThis as Background).chrome.alarms.create('approvals', { when: Date.now() }),
  )
  await closed(window)
  expect((await row())?.state).toBe('rejected')
})
