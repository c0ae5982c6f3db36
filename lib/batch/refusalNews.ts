import type { Event } from '../db/batchEvent'
import { helpedRefusals, type HelpedRefusal } from '../db/settings'

/**
 * Returns why a node newly refuses a batch, if the user can do something about it. A reason that the batch had
 * before is no news, whichever transaction it was about: a node repeats itself with every try.
 */
export const newRefusals = (
  before: readonly Event[],
  events: readonly Event[],
): readonly HelpedRefusal[] => {
  const had = (among: readonly Event[], reason: HelpedRefusal) =>
    among.some((event) => event.type === 'refused' && event.reason === reason)
  return helpedRefusals.filter((reason) => had(events, reason) && !had(before, reason))
}

/** The most times that one reason is kept for a transaction: nodes behind one address may never agree. */
const most = 10

/**
 * Returns a node's answers to a transaction that was sent again, without a refusal for a reason that was kept ten times
 * for it before.
 */
export const untiring = (before: readonly Event[], answers: readonly Event[]): readonly Event[] =>
  answers.filter((answer) => {
    const isSame = (one: Event) =>
      answer.type === 'refused' &&
      one.type === 'refused' &&
      one.hash === answer.hash &&
      one.reason === answer.reason
    return before.filter(isSame).length < most
  })
