import type { Address } from 'viem'
import type { Allowance, Change, Outcome } from '../db/outcome'
import { grantReads } from './allowanceReads'
import { assetReads } from './changes'
import { assetKey, materialChanges } from './material'
import { isOf } from './parts'
import type { BlockContext } from './place'
import { isSameRead, type Read } from './reader'
import { takeReadings, type Readings } from './readings'
import { lacks, matters, type ReadSet, type TokenAsset, type WantedGrant } from './readSet'
import { readSetOf } from './readSetOf'
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

/** Looks at the block that would come and at the other one. */
type Pair = [ObservedRun | undefined, ObservedRun | undefined]

/** The most of each kind that is asked for once more. */
const most = 32

const balanceOf = (asset: TokenAsset, account: Address): Read[] =>
  assetReads({ asset, isNamed: true, isCalled: false, net: 0n }, account).slice(0, 1)

const changeReads = ({ asset }: Change, account: Address): Read[] =>
  asset.standard === 'native' ? [] : balanceOf(asset, account)

/**
 * Returns what an outcome rests on, each once: balances that change or that do not, receivers, and allowances, first
 * those that have a line.
 */
const doubtful = (
  { assets, receivers, grants }: ReadSet,
  { changes, allowances }: Pick<Readings, 'changes' | 'allowances'>,
  account: Address,
): Read[] => {
  const changed = new Set(changes.map((change) => assetKey(change)))
  const isShown = ({ grant }: WantedGrant) => allowances.some((one) => isOf(grant, one))
  const [shown, others] = [true, false].map((is) =>
    [...grants.values()].filter((wanted) => isShown(wanted) === is),
  )
  return [
    changes.map((change) => changeReads(change, account)),
    [...assets.values()]
      .filter((one) => matters(one) && !changed.has(assetKey(one)))
      .map(({ asset }) => balanceOf(asset, account)),
    [...receivers.values()].map(({ asset, to }) => balanceOf(asset, to)),
    [...(shown ?? []), ...(others ?? [])].map((grant) => grantReads(grant, account).slice(0, 1)),
  ].flatMap((kind) => kind.flat().slice(0, most))
}

/** Returns readings without those that a plain call denied; adds to `unchecked` which kinds they are of. */
const undenied = (
  { assets, receivers, grants }: ReadSet,
  readings: Readings,
  denied: readonly Read[],
  account: Address,
): Readings => {
  const { changes, allowances, unchecked, rises } = readings
  const isDenied = (reads: readonly Read[]): boolean =>
    reads.some((read) => denied.some((one) => isSameRead(one, read)))
  const isFalse = ({ asset }: { asset: TokenAsset }) => isDenied(balanceOf(asset, account))
  if ([...assets.values()].some(isFalse)) unchecked.add('changes')
  const lies = [...grants.values()].filter((grant) => isDenied(grantReads(grant, account)))
  if (lies.length > 0) unchecked.add('allowances')
  const isKept = (one: Allowance): boolean => lies.every(({ grant }) => !isOf(grant, one))
  const feigned = [...receivers].flatMap(([key, { asset, to }]) =>
    isDenied(balanceOf(asset, to)) ? [key] : [],
  )
  return {
    ...readings,
    changes: changes.filter((change) => !isDenied(changeReads(change, account))),
    allowances: allowances.filter(isKept),
    rises: new Map([...rises].filter(([key]) => !feigned.includes(key))),
  }
}

/**
 * Simulates transactions once more in the other block that they may land in, with a plain call for each answer that
 * the outcome rests on. Adds to `unchecked` that the block decides, and that a contract answers one asker otherwise
 * than another. Returns the readings that are left.
 */
export const lookElsewhere = async (
  scene: Scene,
  calls: readonly Sent[],
  look: ObservedRun,
  readings: Readings,
): Promise<Readings> => {
  const { from, pricing } = scene
  const places = pricing?.places
  const again = doubtful(look.wants, readings, from)
  let { wants } = look
  const at = (place: BlockContext | undefined): Promise<ObservedRun | undefined> =>
    runWithReads({ ...scene, place, again }, calls, wants).catch(() => undefined)
  const other = await at(places?.other)
  const denied = other?.runs.flatMap(({ denied }) => denied) ?? []
  const left = undenied(look.wants, readings, denied, from)
  /** True if the block decides; where the state differs, too, the same state under the other block tells. */
  const isDecisive = async (one: ObservedRun | undefined, another: ObservedRun | undefined) => {
    if (!one || !another || !places) return true
    if (!differ(seenIn(one, from), seenIn(another, from))) return false
    const twin = places.twin && (await at(places.twin))
    return !twin || differ(seenIn(twin, from), seenIn(another, from))
  }
  const bothAgain = (): Promise<Pair> => Promise.all([at(places?.next), at(places?.other)])
  if (other) wants = readSetOf(other, wants, scene)
  // Assets that only the other block touches were read in neither.
  const first: Pair = lacks(look.wants, wants) ? await bothAgain() : [look, other]
  // The state may have moved on between two looks: a block that decides does so once more.
  if ((await isDecisive(...first)) && (await isDecisive(...(await bothAgain()))))
    left.unchecked.add('block')
  return left
}
