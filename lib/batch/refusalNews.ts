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
