import { browser } from 'wxt/browser'
import { pending } from '../approvals/approvals'
import { mutex } from '../async'
import { stateOf } from '../batch/journal'
import { statusCode } from '../batch/status'
import { journal } from '../db'
import { internalOrigin } from '../approvals/internalOrigin'
import { keepSetting, setting, type Settings } from '../db/settings'
import { showBatch } from './window'

/** How many requests wait for the user, in the loud colour; while none does, how many batches ended unseen. */
export const showBadge = async (): Promise<void> => {
  const waiting = (await pending()).length
  const count = waiting || (await setting('ended')).length
  await browser.action.setBadgeBackgroundColor({ color: waiting ? '#b3261e' : '#596170' })
  await browser.action.setBadgeText({ text: count ? String(count) : '' })
}

const name = 'Volley'

/** There only once the user has allowed it. */
const notices = () => browser.notifications as typeof browser.notifications | undefined

const open = (key: string) => {
  void notices()?.clear(key)
  void showBatch(key)
}

/** A notice that is clicked on leads to its batch. */
export const leadToBatches = (): void => notices()?.onClicked.addListener(open)

/** The site and no more: others may see the screen. One of the same key takes the place of the first. */
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

/** One round at a time, so that no batch has two notices. */
const inTurn = mutex()

/** Tells of each batch that ended and was not told of; whoever wants no notices later hears nothing of it either. */
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

/** One change at a time: batches may end meanwhile. */
const changeEnded = (change: (ended: Ended) => Ended): Promise<void> =>
  journal.transaction('rw', journal.settings, async () =>
    keepSetting('ended', change(await setting('ended'))),
  )

/** The user has seen what they were told of. */
export const forgetEnded = async (): Promise<void> => {
  await changeEnded((all) => all.filter(({ isTold }) => !isTold))
  await showBadge()
}
