import type { Address } from 'viem'
import type { Change, Outcome, Unchecked } from '../db/outcome'
import { assetReads } from './changes'
import { materialChanges } from './material'
import type { BlockContext } from './place'
import { isSameRead, type Read } from './reader'
import { takeReadings } from './readings'
import { runLogs, runWithReads, type ObservedRun } from './runWithReads'
import type { Scene, Sent } from './run'
import { verdictOf } from './settle'
import { payeesIn } from './receivers'

/** Findings of one look at the transactions. */
type Seen = Pick<Outcome, 'verdict' | 'changes' | 'payees' | 'allowances'>

/** Returns what a look shows. */
export const seenIn = (look: ObservedRun, account: Address): Seen => {
  const readings = takeReadings(look.wants, account, look.runs)
  const { changes, allowances } = readings
  return {
    verdict: verdictOf(look.outcomes),
    changes,
    payees: payeesIn(
      { logs: runLogs(look), calls: [], wants: look.wants },
      changes,
      account,
      readings,
    ),
    allowances,
  }
}

const asOutcome = (seen: Seen): Outcome => ({
  ...seen,
  mode: 'one',
  delegate: null,
  upgrade: false,
  replaces: null,
  failing: null,
  recipients: [],
  unchecked: [],
})

/** True if either is materially worse than the other: small steps, as of interest, are none. */
const differ = (one: Seen, other: Seen): boolean => {
  const [first, second] = [asOutcome(one), asOutcome(other)]
  return [...materialChanges(first, second), ...materialChanges(second, first)].length > 0
}

/** The most balances that are asked for once more. */
const most = 32

const readOf = ({ asset }: Change, account: Address): Read[] =>
  asset.standard === 'native'
    ? []
    : assetReads({ asset, isNamed: true, isCalled: false, net: 0n }, account).slice(0, 1)

/**
 * Simulates transactions once more in the other block that they may land in, with a plain call for each balance
 * that changes. Adds to `unchecked` that the block decides, and that a contract answers one asker otherwise than
 * another. Returns the changes that are left.
 */
export const lookElsewhere = async (
  scene: Scene,
  calls: readonly Sent[],
  look: ObservedRun,
  unchecked: Set<Unchecked>,
): Promise<Change[]> => {
  const { from, pricing } = scene
  const seen = seenIn(look, from)
  const places = pricing?.places
  const again = seen.changes.flatMap((change) => readOf(change, from)).slice(0, most)
  const at = (place: BlockContext | undefined): Promise<ObservedRun | undefined> =>
    runWithReads({ ...scene, place, again }, calls, look.wants).catch(() => undefined)
  const other = await at(places?.other)
  const denied = other?.runs.flatMap(({ denied }) => denied) ?? []
  const isDenied = (change: Change) =>
    readOf(change, from).some((read) => denied.some((one) => isSameRead(one, read)))
  if (denied.length > 0) unchecked.add('changes')
  /** True if the block decides; where the state differs, too, the same state under the other block tells. */
  const isDecisive = async (one: ObservedRun | undefined, another: ObservedRun | undefined) => {
    if (!one || !another || !places) return true
    if (!differ(seenIn(one, from), seenIn(another, from))) return false
    const twin = places.twin && (await at(places.twin))
    return !twin || differ(seenIn(twin, from), seenIn(another, from))
  }
  // The state may have moved on between two looks: a block that decides does so once more.
  if (
    (await isDecisive(look, other)) &&
    (await isDecisive(...(await Promise.all([at(places?.next), at(places?.other)]))))
  )
    unchecked.add('block')
  return seen.changes.filter((change) => !isDenied(change))
}
