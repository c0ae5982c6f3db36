import { browser } from 'wxt/browser'
import { pending } from '../approvals/approvals'
import { mutex } from '../async'
import { stateOf } from '../batch/journal'
import { statusCode } from '../batch/status'
import { journal } from '../db'
import { internalOrigin } from '../approvals/internalOrigin'
import { keepSetting, setting, type Settings } from '../db/settings'
import { showBatch } from './window'

/** Shows the number of pending requests on the icon, in red; else that of batches that ended unseen. */
export const showBadge = async (): Promise<void> => {
  const waiting = (await pending()).length
  const count = waiting || (await setting('ended')).length
  await browser.action.setBadgeBackgroundColor({ color: waiting ? '#b3261e' : '#596170' })
  await browser.action.setBadgeText({ text: count ? String(count) : '' })
}

const name = 'Volley'

/** The notifications API; undefined until the user grants the permission. */
const notices = () => browser.notifications as typeof browser.notifications | undefined

const open = (key: string) => {
  void notices()?.clear(key)
  void showBatch(key)
}

/** Opens a batch when its notification is clicked. */
export const leadToBatches = (): void => notices()?.onClicked.addListener(open)

/**
 * Notifies about a batch, naming its site and no more, as others may see the screen. Replaces an earlier
 * one of the batch.
 */
const tell = async (key: string, words: NonNullable<Settings['notices']>): Promise<void> => {
  const batch = await journal.batches.get(key)
  if (!batch) return
  const isDone = statusCode(batch, await stateOf(key)) === 200
  const site = batch.origin === internalOrigin ? name : batch.origin.replace(/^https:\/\//, '')
  leadToBatches()
  await notices()?.create(key, {
    type: 'basic',
    title: name,
    iconUrl: browser.runtime.getURL('/icon/128.png'),
    message: words[isDone ? 'done' : 'failed'].replace('$1', site),
  })
}

/** Mutex over rounds, so that a batch never gets two notifications. */
const inTurn = mutex()

/**
 * Notifies once about each batch that ended. Without notifications, batches are marked as told all the
 * same, so that turning them on later shows nothing old.
 */
export const tellOfEnded = (): Promise<void> => inTurn(tellAll).catch(() => undefined)

const tellAll = async (): Promise<void> => {
  const words = await setting('notices')
  for (const { key, isTold } of await setting('ended')) {
    if (isTold) continue
    if (words) await tell(key, words).catch(() => undefined)
    await changeEnded((all) =>
      all.map((one) => (one.key === key ? { key, isTold: true as const } : one)),
    )
  }
}

type Ended = Settings['ended']

/** Changes the list of ended batches in one transaction, because batches may end meanwhile. */
const changeEnded = (change: (ended: Ended) => Ended): Promise<void> =>
  journal.transaction('rw', journal.settings, async () =>
    keepSetting('ended', change(await setting('ended'))),
  )

/** Removes the batches that the user was told of, once they have seen them. */
export const forgetEnded = async (): Promise<void> => {
  await changeEnded((all) => all.filter(({ isTold }) => !isTold))
  await showBadge()
}
