import { randomUUID } from 'node:crypto'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Hash, Hex } from 'viem'
import { fold, type State } from '@/lib/batch/state'
import { statusCode, type CallsStatus, type StatusCode } from '@/lib/batch/status'
import {
  cache,
  journal,
  type Approval,
  type Batch,
  type DeviceSigning,
  type EventRow,
} from '@/lib/db'
import type { Exchange } from '@/components/devices/ledger/apdu'
import { openDevice } from '@/components/devices/ledger/openDevice'
import { pathOf } from '@/components/devices/ledger/path'
import { signOnDevice, type DeviceRequest } from '@/components/devices/ledger/signOnDevice'
import { readQrSignature } from '@/components/devices/qr/signatureAnswer'
import { authorizationIn, hashOfPart, unsignedOf } from '@/lib/devices/signingBytes'
import type { Session } from '@/lib/keyring/session'
import { remember } from '@/lib/network/facts'
import { connect } from '@/lib/sites/permissions'
import { rpc } from '../chain/rpc.ts'
import { development } from '../chain/development.ts'
import { createHid } from '../device/hidBoundary.ts'
import { createLedgerApp } from '../device/ledgerApp.ts'
import { newDevice } from '../device/newDevice.ts'
import { accountIn, readCodes, shownTo } from '../device/qrExchange.ts'
import { newQrDevice } from '../device/qrSigner.ts'
import { alice } from '../unit/accounts.ts'
import { chainId, scenarios, type ScenarioName } from './scenarios.ts'
import { rowsOf } from './diskTap.ts'
import {
  effect,
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
import type { Seen } from './lockedSwap.ts'
import { openPage, origin, type Told } from './pageWithRelay.ts'
import { startWorker, type Change, type Worker } from './worker.ts'

/** Resets the database to an unlocked wallet that the dapp is connected to, with its account in a device or not. */
const setScene = async (url: string, device?: 'ledger' | 'qr') => {
  const keep = ['vault', 'accounts']
  const tables = [...journal.tables, ...cache.tables].filter(({ name }) => !keep.includes(name))
  await Promise.all(tables.map((table) => table.clear()))
  await journal.accounts.where({ address: alice }).modify((account) => {
    if (device) account.source = device
    else delete account.source
  })
  await (
    await connect(origin, [alice], chainId)
  )()
  const { hash } = await rpc<{ hash: Hash }>(url, 'eth_getBlockByNumber', ['0x0', false])
  await remember(`genesis:${chainId}`, hash)
}

/** Outcome of a trial: answers to the page, rows on disk, effects on chain. */
export type Outcome = {
  name: ScenarioName
  /** How often each call, or the revocation, took effect on chain. */
  paid: number[]
  told: Told[]
  batch: Batch | undefined
  state: State | undefined
  status: StatusCode | undefined
  /** The last answer to `wallet_getCallsStatus`. */
  shown: CallsStatus | undefined
  unrecorded: number
  /** True if the batch was given time for which the wallet waits for a past state. */
  hasHesitated: boolean
  /** Number of nonces at which a device was asked for more than one set of bytes. */
  changed: number
  /** Answers to the user's approvals, but for `done`. */
  refusals: string[]
}

/** Turns of the loop for which a full disk stays full, and for which a failed request is still watched. */
const fullFor = 6
const turns = 40

/** More turns for each call: every call in order takes one or two. */
const turnsPerCall = 3

/**
 * Time in ms that passes in each late turn of a batch that is mined and not yet judged. Anvil at times loses the
 * state of such a block, and the wallet waits five minutes for it: the late turns together last longer.
 */
const hesitation = 20_000

type Scene = {
  url: string
  name: ScenarioName
  host: Host
  page: ReturnType<typeof openPage>
  /** The device, with Alice's key. */
  ledger: ReturnType<typeof createHid>
  /** The batch as its user has seen it, if its scenario looks. */
  seen: Seen | undefined
  /** The id of the user's own request, and whether the wallet has accepted it. */
  id: string
  hasAsked: boolean
}

/** Waits until no new effect was counted for three turns of the event loop. */
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

/** Approves the waiting requests, as a user does in the window or, if it never opened, in the popup. */
const decide = async (
  { name, host, seen }: Scene,
  worker: Worker,
  turn: number,
  refusals: string[],
) => {
  if (!host.isWindowOpen && turn < 5) return
  const signed = (await stored()).state?.transactions.length ?? 0
  for (const { id, state, goneAt, again } of await rowsOf<Approval>('approvals'))
    if (state === 'pending' && goneAt === undefined) {
      const decision = seen?.decision ?? scenarios[name].decision(again ? signed : 0)
      const answer = await worker.approve(id, decision).catch(() => 'failed')
      if (answer !== 'done') refusals.push(answer)
    }
}

/** The path of Alice's key in the device, which has the development phrase. */
const path = pathOf('bip44', 0)

const instructionOf = (apdu: Uint8Array): string => `0x${(apdu[1] ?? 0).toString(16)}`

const askedBy = (row: DeviceSigning, part: 'authorization' | 'transaction'): DeviceRequest => {
  const authorization = part === 'authorization' ? authorizationIn(row) : undefined
  return authorization
    ? { kind: 'authorization', authorization }
    : { kind: 'transaction', unsigned: unsignedOf(row) ?? '0x' }
}

/** Does one exchange with a device, which a trial may strike. */
type Strike = <T>(what: string, act: () => Promise<T>) => Promise<T>

const signByLedger =
  ({ hid, device }: Scene['ledger']) =>
  async (strike: Strike, asked: DeviceRequest): Promise<Hex> => {
    const open = await openDevice(hid, device)
    const exchange: Exchange = (apdu) => strike(instructionOf(apdu), () => open.exchange(apdu))
    try {
      return await signOnDevice(exchange, { path, address: alice }, asked)
    } finally {
      await open.close()
    }
  }

/** Signs by the two exchanges with a QR device: it reads the page's codes, and the page reads the device's. */
const signByQr = async (strike: Strike, asked: DeviceRequest): Promise<Hex> => {
  const device = { ...newQrDevice(), seed: development.phrase }
  const account = accountIn(device, alice, path)
  const { request, codes } = await strike('codes shown', () => shownTo(device, account, asked))
  return strike('codes read', () =>
    Promise.resolve(readQrSignature(readCodes(codes ?? []), request)),
  )
}

/**
 * Has the device sign what rows ask it for, and brings its signatures to the worker, as an open page does. Page and
 * device outlive the worker; each exchange of both can be struck.
 */
const answerDevice = async (
  life: Life,
  { name: scenario, host, ledger }: Scene,
  worker: Worker,
) => {
  for (const row of await rowsOf<DeviceSigning>('signings')) {
    const part = row.authorize && !row.authorization ? 'authorization' : 'transaction'
    const hash = hashOfPart(row, part)
    if (!hash || row.signature) continue
    const name = `${part} ${row.nonce}`
    host.asked.set(name, (host.asked.get(name) ?? new Set()).add(hash))
    const strike = <T>(what: string, act: () => Promise<T>): Promise<T> =>
      effect(life, { kind: 'sign', name: `device: ${part}, ${what}` }, act)
    const sign = scenarios[scenario].device === 'qr' ? signByQr : signByLedger(ledger)
    const signature = await Promise.race([
      sign(strike, askedBy(row, part)).catch(() => undefined),
      life.killed.then(() => undefined),
    ])
    if (signature) await worker.answer(row.id, part, signature).catch(() => undefined)
  }
}

/** True if the user's own request, which has no document, was decided. */
const isSettled = async () =>
  (await rowsOf<Approval>('approvals')).some(
    ({ documentId, state }) => documentId === '' && state !== 'pending',
  )

/** True if a transaction is mined and the wallet has not yet said what it did. */
const isUnjudged = ({ transactions }: State): boolean =>
  transactions.some(({ receipt, sealed }) => receipt && !sealed)

const isDead = ({ isOver }: Life): boolean => isOver

/** Advances the runner and mines until the batch is final and its request answered. */
const work = async (life: Life, scene: Scene, worker: Worker, refusals: string[]) => {
  const { url, name, host, page } = scene
  const { params, ask } = scenarios[name]
  const isTold = async () => (params ? page.told.length > 0 : isSettled())
  let ended = 0
  let fullSince = 0
  let most = turns
  for (let turn = 0; turn < most; turn++) {
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
    await answerDevice(life, scene, worker)
    await worker.runner.advance().catch(() => undefined)
    if (isDead(life)) return never
    await rpc(url, 'evm_mine')
    await worker.runner.look(chainId).catch(() => false)
    if (host.isFull && fullSince++ > fullFor) host.isFull = false
    if (isDead(life)) return never
    const { batch, state } = await stored()
    most = turns + turnsPerCall * (batch?.calls.length ?? 0)
    if (!batch || !state) {
      // After an answer that nothing was sent, a few more turns must not send anything.
      const isOver = await isTold()
      if (isOver && !host.isFull && ended++ > fullFor) return
      if (!isOver && turn > 10) await setTimeout(50)
    } else if (statusCode(batch, state) === 100) {
      const isLate = turn > most / 2
      // After a jump of the clock the batch may wait for the user.
      if (isLate) await setTimeout(20)
      if (isLate && isUnjudged(state)) {
        host.hasHesitated = true
        host.passed += hesitation
      }
    } else if (batch.live === 0 && (await isTold())) return
    else await rpc(url, 'anvil_mine', ['0x3'])
    host.passed += 2_000
  }
}

/** Runs one batch from its request to its final block, with these faults; each kill starts a new worker. */
export const trial = async (
  { url, session }: { url: string; session: Session },
  name: ScenarioName,
  faults: readonly Fault[] = [],
  change: Change = (world) => world,
) => {
  const snapshot = await rpc(url, 'evm_snapshot')
  await setScene(url, scenarios[name].device)
  await scenarios[name].prepare(url)
  const seen = await scenarios[name].look?.(url)
  const host = newHost(faults)
  const page = openPage()
  const ledger = createHid(createLedgerApp({ ...newDevice(), seed: development.phrase }))
  const scene = { url, name, host, page, ledger, seen, id: randomUUID(), hasAsked: false }
  const refusals: string[] = []
  let effects: Effect[]
  let shown: CallsStatus | undefined
  for (let lives = 0; ; lives++) {
    const life = newLife(host)
    const worker = within(life, () => startWorker(life, url, session, change, seen?.kept))
    page.meet(life, worker)
    const { params } = scenarios[name]
    if (lives === 0 && params) page.request('wallet_sendCalls', params)
    const done = within(life, () => work(life, scene, worker, refusals))
    const outcome = await Promise.race([life.killed, done, hung()])
    const { result } = page.told[0] ?? {}
    // The final status request belongs to the comparison, not to the run: no fault may strike it.
    if (outcome !== 'killed') host.faults = []
    effects = [...host.effects]
    if (outcome !== 'killed' && result) shown = await within(life, () => ask(worker, result))
    endLives()
    worker.stop()
    // Pending work of a dead worker has to end before the next worker starts.
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
    hasHesitated: host.hasHesitated,
    changed: [...host.asked.values()].filter(({ size }) => size > 1).length,
    status: batch && state && statusCode(batch, state),
    paid: await scenarios[name].done(url),
  }
  await rpc(url, 'anvil_dropAllTransactions')
  await rpc(url, 'evm_revert', [snapshot])
  return { ...end, effects }
}

/** Resolves after two minutes: a life that hangs ends the trial, and its batch is judged as it is. */
const hung = async () => {
  await setTimeout(120_000, undefined, { ref: false })
  return 'hung' as const
}

/** Returns the worker's answer to `wallet_getCallsStatus` for the batch that `result` names. */
const ask = async (worker: Worker, result: unknown): Promise<CallsStatus | undefined> => {
  const { id } = result as { id: string }
  const wire = JSON.stringify([id])
  const asked = { id: 'f'.repeat(32), method: 'wallet_getCallsStatus', wire }
  const answer = await worker.handle({ ...asked, origin, documentId: 'document' })
  return (JSON.parse(answer) as { result?: CallsStatus }).result
}
