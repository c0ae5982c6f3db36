import { randomUUID } from 'node:crypto'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Hash } from 'viem'
import { fold, type State } from '@/lib/batch/state'
import { statusCode, type CallsStatus, type StatusCode } from '@/lib/batch/status'
import { cache, journal, type Approval, type Batch, type EventRow } from '@/lib/db'
import type { Session } from '@/lib/keyring/session'
import { remember } from '@/lib/network/facts'
import { connect } from '@/lib/sites/permissions'
import { rpc } from '../chain/rpc.ts'
import { alice } from '../unit/people.ts'
import { chainId, scenarios, type ScenarioName } from './scenarios.ts'
import { rowsOf } from './diskTap.ts'
import {
  endLives,
  newHost,
  never,
  newLife,
  within,
  type Effect,
  type Fault,
  type Host,
  type Life,
} from './effects.ts'
import { openPage, origin, type Told } from './pageWithRelay.ts'
import { startWorker, type Change, type Worker } from './worker.ts'

/** The machine as it was before the trial: an unlocked wallet that the dapp is connected to. */
const setScene = async (url: string) => {
  const keep = ['vault', 'accounts']
  const tables = [...journal.tables, ...cache.tables].filter(({ name }) => !keep.includes(name))
  await Promise.all(tables.map((table) => table.clear()))
  await (
    await connect(origin, [alice], chainId)
  )()
  const { hash } = await rpc<{ hash: Hash }>(url, 'eth_getBlockByNumber', ['0x0', false])
  await remember(`genesis:${chainId}`, hash)
}

/** What a trial came to. */
export type Outcome = {
  name: ScenarioName
  /** How often each part took effect on chain. */
  paid: number[]
  told: Told[]
  batch: Batch | undefined
  state: State | undefined
  status: StatusCode | undefined
  /** What the dapp is told of its batch in the end. */
  shown: CallsStatus | undefined
  unrecorded: number
  /** What the user was told while approving. */
  refusals: string[]
}

/** Turns of the loop that a full disk stays full, and that a request which ended is watched on. */
const fullFor = 6
const turns = 40

type Scene = {
  url: string
  name: ScenarioName
  host: Host
  page: ReturnType<typeof openPage>
  /** What the user asks for themselves, and whether they were answered. */
  id: string
  hasAsked: boolean
}

/** Until nothing more happens of itself. */
const quiet = async ({ effects }: Host) => {
  for (let last = -1, calm = 0; calm < 3; calm++) {
    if (last !== effects.length) calm = 0
    last = effects.length
    await setImmediate()
  }
}

const stored = async () => {
  const [batch] = await rowsOf<Batch>('batches')
  const events = (await rowsOf<EventRow>('events')).map(({ event }) => event)
  return { batch, state: batch && fold(events) }
}

/** The user approves what waits, in the window or, if it never came, in the wallet itself. */
const decide = async ({ name, host }: Scene, worker: Worker, turn: number, refusals: string[]) => {
  if (!host.isWindowOpen && turn < 5) return
  const signed = (await stored()).state?.transactions.length ?? 0
  for (const { id, state, goneAt, again } of await rowsOf<Approval>('approvals'))
    if (state === 'pending' && goneAt === undefined) {
      const answer = await worker
        .approve(id, scenarios[name].decision(again ? signed : 0))
        .catch(() => 'failed')
      if (answer !== 'done') refusals.push(answer)
    }
}

/** What the user asked for themselves is answered when it was decided. */
const isSettled = async () =>
  (await rowsOf<Approval>('approvals')).some(
    ({ documentId, state }) => documentId === '' && state !== 'pending',
  )

const isDead = ({ isOver }: Life): boolean => isOver

/** Works as a worker does until the batch is final. */
const work = async (life: Life, scene: Scene, worker: Worker, refusals: string[]) => {
  const { url, name, host, page } = scene
  const { params, ask } = scenarios[name]
  const isTold = async () => (params ? page.told.length > 0 : isSettled())
  let ended = 0
  let fullSince = 0
  for (let turn = 0; turn < turns; turn++) {
    if (!scene.hasAsked)
      scene.hasAsked = await worker.started
        .then(() => ask(scene.id))
        .then(
          () => true,
          () => false,
        )
    await quiet(host)
    await decide(scene, worker, turn, refusals)
    await quiet(host)
    await worker.runner.advance().catch(() => undefined)
    if (isDead(life)) return never
    await rpc(url, 'evm_mine')
    await worker.runner.look(chainId).catch(() => false)
    if (host.isFull && fullSince++ > fullFor) host.isFull = false
    if (isDead(life)) return never
    const { batch, state } = await stored()
    if (!batch || !state) {
      // A failure that was told is watched for a while: nothing may come of it any more.
      const isOver = await isTold()
      if (isOver && !host.isFull && ended++ > fullFor) return
      if (!isOver && turn > 10) await setTimeout(50)
    } else if (statusCode(batch, state) === 100) {
      // A batch that the clock made wait for the user waits.
      if (turn > turns / 2) await setTimeout(20)
    } else if (batch.live === 0 && (await isTold())) return
    else await rpc(url, 'anvil_mine', ['0x3'])
    host.passed += 2_000
  }
}

/** One batch from its request to its final block, broken on the way and taken up again each time. */
export const trial = async (
  { url, session }: { url: string; session: Session },
  name: ScenarioName,
  faults: readonly Fault[] = [],
  change: Change = (world) => world,
) => {
  const snapshot = await rpc(url, 'evm_snapshot')
  await setScene(url)
  await scenarios[name].prepare(url)
  const host = newHost(faults)
  const page = openPage()
  const scene = { url, name, host, page, id: randomUUID(), hasAsked: false }
  const refusals: string[] = []
  let effects: Effect[]
  let shown: CallsStatus | undefined
  for (let lives = 0; ; lives++) {
    const life = newLife(host)
    const worker = within(life, () => startWorker(life, url, session, change))
    page.meet(life, worker)
    const { params } = scenarios[name]
    if (lives === 0 && params) page.request('wallet_sendCalls', params)
    const done = within(life, () => work(life, scene, worker, refusals))
    const outcome = await Promise.race([life.killed, done, hung()])
    const { result } = page.told[0] ?? {}
    // What the dapp asks in the end is part of the comparison, not of the run.
    if (outcome !== 'killed') host.faults = []
    effects = [...host.effects]
    if (outcome !== 'killed' && result) shown = await within(life, () => ask(worker, result))
    endLives()
    worker.stop()
    // What was under way in a dead worker has come to nothing before the next one starts.
    for (let tick = 0; tick < 4; tick++) await setImmediate()
    if (outcome !== 'killed') break
  }
  const { batch, state } = await stored()
  const end: Outcome = {
    name,
    refusals,
    batch,
    state,
    shown,
    told: page.told,
    unrecorded: host.unrecorded,
    status: batch && state && statusCode(batch, state),
    paid: await scenarios[name].done(url),
  }
  await rpc(url, 'anvil_dropAllTransactions')
  await rpc(url, 'evm_revert', [snapshot])
  return { ...end, effects }
}

/** A turn that never ends is a failure of its own, and ends the trial, its batch as it is. */
const hung = async () => {
  await setTimeout(10_000, undefined, { ref: false })
  return 'hung' as const
}

/** What the dapp is told of its batch. */
const ask = async (worker: Worker, result: unknown): Promise<CallsStatus | undefined> => {
  const { id } = result as { id: string }
  const wire = JSON.stringify([id])
  const asked = { id: 'f'.repeat(32), method: 'wallet_getCallsStatus', wire }
  const answer = await worker.handle({ ...asked, origin, documentId: 'document' })
  return (JSON.parse(answer) as { result?: CallsStatus }).result
}
