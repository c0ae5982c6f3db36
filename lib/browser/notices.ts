import type { Hex } from 'viem'
import { browser } from 'wxt/browser'
import { pending } from '../approvals/approvals'
import { mutex } from '../async'
import { stateOf } from '../batch/journal'
import { explainedIn, openTransactions } from '../batch/machine'
import type { State } from '../batch/state'
import { statusCode } from '../batch/status'
import { journal, type Batch } from '../db'
import { internalOrigin } from '../approvals/internalOrigin'
import { keepSetting, setting, type Settings } from '../db/settings'
import { nodeWords } from '../network/refusal'
import { lendFetch } from '../realm/powers'
import { showBatch } from './window'

/** Shows the number of pending requests on the icon, in red; else that of batches that ended unseen. */
export const showBadge = async (): Promise<void> => {
  const waiting = (await pending()).length
  const count = waiting || (await setting('ended')).length
  await browser.action.setBadgeBackgroundColor({ color: waiting ? '#b3261e' : '#596170' })
  await browser.action.setBadgeText({ text: count ? String(count) : '' })
}

const name = 'Volley'

const asked = { permissions: ['notifications' as const] }

/** The notifications API; undefined until the user grants the permission. */
const notices = () => browser.notifications as typeof browser.notifications | undefined

const open = (key: string) => {
  void notices()?.clear(key)
  void showBatch(key)
}

/** Opens a batch when its notification is clicked. */
export const leadToBatches = (): void => notices()?.onClicked.addListener(open)

/** The most characters of a contract's words in a notification. */
const longest = 60

/**
 * Returns a contract's words without those that have a digit or name a server: others may see the screen, and a
 * notification of the wallet must not carry a stranger's number or address.
 */
const sanitize = (text: string): string =>
  nodeWords(text)
    .replace(/\S*\p{N}\S*/gu, '…')
    .replace(/[“”„‟«»"]/g, "'")
    .slice(0, longest)

/** Reads a contract's sentence in revert data, if there is one. */
type RevertText = (data: Hex) => Promise<string | undefined>

/**
 * Returns the sentence about a batch that failed: that its lock stopped it, or which call failed and what its contract
 * says, as far as these are known.
 */
const failure = async (state: State, words: Words, revertText: RevertText): Promise<string> => {
  const { index = null, reason, lock } = explainedIn(state)?.failing ?? {}
  if (lock !== undefined) return words.stopped ?? words.failed
  if (index === null) return words.failed
  const text = reason?.why === 'reverted' ? sanitize((await revertText(reason.data)) ?? '') : ''
  const sentence = text ? (words.failedSaying ?? words.failedAt) : words.failedAt
  // The functions keep `$` in a stranger's words from being taken for a mark.
  return (sentence ?? words.failed).replace('$2', () => String(index + 1)).replace('$3', () => text)
}

type Words = NonNullable<Settings['notices']>

/**
 * Notifies about a batch by the sentence that its state gives, if any: its site, and what failed without amounts
 * or addresses, as others may see the screen. Replaces an earlier one of the batch.
 */
const tell = async (
  key: string,
  sentenceOf: (batch: Batch, state: State) => string | undefined | Promise<string | undefined>,
): Promise<void> => {
  const batch = await journal.batches.get(key)
  const sentence = batch && (await sentenceOf(batch, await stateOf(key)))
  if (!sentence) return
  const site = batch.origin === internalOrigin ? name : batch.origin.replace(/^https:\/\//, '')
  leadToBatches()
  const about = {
    type: 'basic' as const,
    title: name,
    iconUrl: browser.runtime.getURL('/icon/128.png'),
    message: sentence.replace('$1', () => site),
  }
  await lendFetch(() => notices()?.create(key, about))
}

/** Mutex over rounds, so that a batch never gets two notifications. */
const inTurn = mutex()

/**
 * Notifies once about each batch that a node refuses or that ended. Without notifications, batches count as
 * told all the same, so that turning them on later shows nothing old.
 */
export const tellOfBatches = (revertText: RevertText): Promise<void> =>
  inTurn(() => tellAll(revertText)).catch(() => undefined)

const tellAll = async (revertText: RevertText): Promise<void> => {
  const words = await setting('notices')
  // Of the extension API, a background has what it was allowed at its start: the next one tells.
  if (words && !notices() && (await browser.permissions.contains(asked))) return
  if (words) await tellOfRefusals(words)
  else await keepSetting('refusals', undefined)
  for (const { key, isTold } of await setting('ended')) {
    if (isTold) continue
    const ended = (batch: Batch, state: State) =>
      statusCode(batch, state) === 200 ? words?.done : words && failure(state, words, revertText)
    await tell(key, ended).catch(() => undefined)
    await changeEnded((all) =>
      all.map((one) => (one.key === key ? { key, isTold: true as const } : one)),
    )
  }
}

/** Tells of nodes that refuse something and still do: one that has taken it since is no news. */
const tellOfRefusals = async ({ refused }: Words): Promise<void> => {
  for (const { key, reason } of await setting('refusals')) {
    const still = (_: Batch, state: State) =>
      openTransactions(state).some((open) => open.refused === reason)
        ? refused?.[reason]
        : undefined
    await tell(key, still).catch(() => undefined)
    await journal.transaction('rw', journal.settings, async () =>
      keepSetting(
        'refusals',
        (await setting('refusals')).filter((one) => one.key !== key || one.reason !== reason),
      ),
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
