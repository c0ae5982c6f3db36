import { zeroAddress, type Address, type Hex } from 'viem'
import type { Batch } from '@/lib/db'
import type { HeldItem } from '@/lib/db/outcome'
import { permit2 } from '@/lib/decode/contracts'
import { leastsOf } from '@/lib/lock/lockReading'
import type { LockChoice } from '@/lib/lock/choice'
import { itemIn } from '@/lib/lock/lockReading'
import { rpc } from '../chain/rpc.ts'
import { alice, bob } from '../unit/accounts.ts'
import { approve, signed, unit, type Bed } from './lockBed.ts'
import type { Bait } from './baits.ts'
import type { Shape } from './shapes.ts'

/** How many runs of a batch ended how, and sentences on those that must not. */
export type Tally = {
  batches: number
  /** Runs with a bait, and of those without the lock, how many took something. */
  baits: number
  bitten: number
  /** Runs with the lock that took something. */
  taken: number
  falseAlarms: number
  /** Honest runs after which the shop could take more by what stayed allowed: without the lock, and with it. */
  grabbed: number
  leftovers: number
  /** Runs in which a gift hid a bait, and in which the account's own spending stopped the batch: neither is an error. */
  hidden: number
  stopped: number
  /** Gifts and own spending with the exact form: both are errors there. */
  exactHidden: number
  exactStopped: number
  /** Gas that the lock added to the honest run, in the usual form and in the exact one. */
  gas: number
  exactGas: number
  wrong: string[]
}

/** The tally before anything ran. */
export const noTally: Tally = {
  batches: 0,
  baits: 0,
  bitten: 0,
  taken: 0,
  falseAlarms: 0,
  grabbed: 0,
  leftovers: 0,
  hidden: 0,
  stopped: 0,
  exactHidden: 0,
  exactStopped: 0,
  gas: 0,
  exactGas: 0,
  wrong: [],
}

/** An asset: the coin, a token or collection by its contract, or an item. */
type Of = Address | HeldItem | null

/** The least that a batch's locks demand of an asset. */
const leasts = ({ locks = [] }: Batch): { of: Of; least: bigint }[] =>
  locks.flatMap((lock): { of: Of; least: bigint }[] => {
    if (BigInt(lock.value) > 0n) return [{ of: null, least: BigInt(lock.value) }]
    const held = itemIn(lock)
    return held
      ? [{ of: held.item, least: held.least }]
      : leastsOf(lock).map(({ token, least }) => ({ of: token, least }))
  })

/** How many of an asset the account has. */
const has = async (bed: Bed, of: Of): Promise<bigint> => {
  if (of === null || typeof of === 'string') return bed.balance(of)
  const id = BigInt(of.tokenId)
  if (of.standard === 'ERC1155')
    return (await bed.view('Stock', of.address, 'balanceOf', [alice, id])) as bigint
  return (await bed.view('Plots', of.address, 'ownerOf', [id])) === alice ? 1n : 0n
}

const nameOf = (of: Of): string =>
  of === null ? 'coin' : typeof of === 'string' ? of : `${of.address} ${of.tokenId}`

/** Runs a batch on the chain as it is. Returns its success, and the assets of which less than the least is left. */
const run = async (bed: Bed, batch: Batch, isLocked: boolean, first?: () => Promise<unknown>) => {
  const { url } = bed
  const before = await Promise.all(leasts(batch).map(({ of }) => has(bed, of)))
  const raw = await signed(url, batch, isLocked)
  await first?.()
  const hash = await rpc<Hex>(url, 'eth_sendRawTransaction', [raw])
  await rpc(url, 'evm_mine')
  const receipt = await rpc<{ status: Hex; gasUsed: Hex } | null>(
    url,
    'eth_getTransactionReceipt',
    [hash],
  )
  if (!receipt) throw new Error('the batch is in no block')
  const isDone = receipt.status === '0x1'
  const short: string[] = []
  for (const [index, { of, least }] of leasts(batch).entries()) {
    const left = await has(bed, of)
    // Of a batch that was stopped only the fee is gone.
    const bound = isDone || of === null ? least : (before[index] ?? 0n)
    if (isDone ? left < bound : of !== null && left < bound)
      short.push(`${nameOf(of)} ${left} < ${bound}`)
  }
  return { isDone, short, gas: Number(receipt.gasUsed) }
}

/** Has the shop take what it still may after a batch. True if it got something. */
const grabs = async (bed: Bed): Promise<boolean> => {
  const { dollar, token, shop, plots, stock } = bed.places
  const all = () =>
    Promise.all([
      ...[dollar, token, plots].map((one) => bed.balance(one)),
      has(bed, { standard: 'ERC1155', address: stock, tokenId: '0x1' }),
    ])
  const before = await all()
  for (const one of [dollar, token]) {
    await bed.tell('Shop', shop, 'grab', [one, alice])
    await bed.tell('Market', shop, 'grabBy', [permit2, one, alice])
  }
  await bed.tell('Market', shop, 'grabPlot', [plots, 2n])
  await bed.tell('Market', shop, 'grabStock', [stock, 1n, alice])
  const after = await all()
  return after.some((balance, index) => balance < (before[index] ?? 0n))
}

/** Approves a batch once, and runs it with and without its locks: honest, then under each bait. */
export const tryShape = async (
  bed: Bed,
  shape: Shape,
  baits: readonly Bait[],
  name: string,
): Promise<Tally> => {
  const { url } = bed
  const tally: Tally = { ...noTally, batches: 1, wrong: [] }
  let snapshot = await rpc(url, 'evm_snapshot')
  const back = async () => {
    await rpc(url, 'evm_revert', [snapshot])
    // Snapshots hold no settings of the blocks to come.
    await rpc(url, 'anvil_setCoinbase', [zeroAddress])
    await rpc(url, 'evm_setBlockGasLimit', ['0x1c9c380'])
    snapshot = await rpc(url, 'evm_snapshot')
  }
  const approved = async (choice?: LockChoice) => {
    await bed.reset()
    const { quote, batch } = await approve(shape.calls(bed), undefined, choice)
    if (!batch.locks)
      throw new Error(`it is not locked: ${quote.open} ${JSON.stringify(quote.failing)}`)
    return { quote, batch }
  }
  const { quote, batch: calm } = await approved()
  const isTakenBack = quote.lock?.resets !== undefined
  for (const change of [0, 3]) {
    if (change > 0) await bed.tell('Shop', bed.places.shop, 'setCut', [change, 0, 0n])
    const { isDone, short, gas } = await run(bed, calm, true)
    if (change === 0) tally.gas = gas
    if (!isDone || short.length > 0) {
      tally.falseAlarms++
      tally.wrong.push(`${name}, ${change / 10} % less: stopped ${short.join()}`)
    }
    if (await grabs(bed)) {
      tally.leftovers++
      tally.wrong.push(`${name}: the shop took more afterwards`)
    }
    await back()
  }
  const plainGas = (await run(bed, calm, false)).gas
  tally.gas -= plainGas
  if (await grabs(bed)) tally.grabbed++
  else if (isTakenBack) tally.wrong.push(`${name}: without the lock nothing stays allowed`)
  await back()
  const gift = async () => {
    const { dollar, token, shop } = bed.places
    for (const one of [dollar, token])
      await bed.tell('KindToken', one, 'mint', [alice, 1_000n * unit])
    await bed.tell('Shop', shop, 'setCut', [50, 0, 0n])
  }
  const spending = async () => {
    for (const one of [bed.places.dollar, bed.places.token]) {
      const { data } = bed.call('KindToken', one, 'transfer', [bob, 2n * unit])
      await bed.send(alice, { to: one, data })
    }
  }
  await gift()
  if ((await run(bed, calm, true)).isDone) tally.hidden++
  await back()
  await spending()
  if (!(await run(bed, calm, true)).isDone) tally.stopped++
  await back()
  const { quote: exactQuote, batch: exact } = await approved({ isExact: true })
  if (!exactQuote.lock?.isExact) tally.wrong.push(`${name}: it has no exact lock`)
  for (const change of [0, 3]) {
    if (change > 0) await bed.tell('Shop', bed.places.shop, 'setCut', [change, 0, 0n])
    const { isDone, gas } = await run(bed, exact, true)
    if (change === 0) tally.exactGas = gas - plainGas
    if (!isDone) {
      tally.falseAlarms++
      tally.wrong.push(`${name}, exact, ${change / 10} % less: stopped`)
    }
    await back()
  }
  await gift()
  if ((await run(bed, exact, true)).isDone) {
    tally.exactHidden++
    tally.wrong.push(`${name}, exact: a gift hid a loss`)
  }
  await back()
  await spending()
  if (!(await run(bed, exact, true)).isDone) {
    tally.exactStopped++
    tally.wrong.push(`${name}, exact: own spending stopped it`)
  }
  await back()
  for (const bait of baits) {
    await bait.lay?.(bed)
    const { batch } = bait.lay ? await approved() : { batch: calm }
    const laid = await rpc(url, 'evm_snapshot')
    tally.baits++
    const strike = () => bait.strike(bed)
    if (!bait.isInBlock) await strike()
    const open = await run(bed, batch, false, bait.isInBlock && strike)
    if (open.isDone && open.short.length > 0) tally.bitten++
    else tally.wrong.push(`${name}, ${bait.name}: takes nothing without the lock`)
    await rpc(url, 'evm_revert', [laid])
    if (!bait.isInBlock) await strike()
    const held = await run(bed, batch, true, bait.isInBlock && strike)
    if (held.short.length > 0) {
      tally.taken++
      tally.wrong.push(`${name}, ${bait.name}: taken ${held.short.join()}`)
    }
    await back()
  }
  return tally
}
