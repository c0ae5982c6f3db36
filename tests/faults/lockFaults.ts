import { encodeFunctionData, erc20Abi } from 'viem'
import { requestDropped } from '../chain/faults.ts'
import { readerOf } from '../chain/preconfirmReader.ts'
import { taken, taker } from './account.ts'
import { whole } from './columns.ts'
import type { Fault } from './fault.ts'
import type { Scene } from './faultScene.ts'
import { makeRoom } from './nonceFaults.ts'

/** Key of the batch that the fault strikes. */
const key = '0'

/** Longer than a lock holds from its signing, in ms. */
const pastDeadline = 700_000

/**
 * Lets the deadline of a lock pass, for the wallet and on the chain, while its transaction waits: no pool has it, and
 * none can be reached. Until a block says otherwise nothing is decided, and a dearer transaction would come too late.
 */
const outlast = async (scene: Scene): Promise<void> => {
  const { judge, node, reader, clock, run, signed, wallet, isOpen } = scene
  const letGo = node().faults.arm('eth_sendRawTransaction', requestDropped, { times: Infinity })
  await makeRoom(scene)
  const { timestamp } = await reader().block('latest')
  const seconds = Math.ceil((clock.now() + pastDeadline) / 1000) - Number(timestamp)
  await readerOf(node().url).ask('evm_increaseTime', seconds)
  clock.moveTo(clock.now() + pastDeadline)
  await run(5_000)
  const [last] = (await signed()).slice(-1)
  if (!last || (last.deadline ?? Infinity) * 1000 > clock.now())
    judge.wrong.push('the deadline is not past')
  if (!(await isOpen())) judge.wrong.push('it ended before a block said so')
  const { runner } = wallet
  const price = await runner.price(key, 'same')
  const cancelling = await runner.price(key, 'cancel')
  if (price !== 'too late') judge.wrong.push('a dearer one has a price')
  const dearer =
    typeof cancelling === 'object' && (await runner.speedUp(key, last?.hash ?? '0x', cancelling))
  if (dearer !== 'too late') judge.wrong.push(`a dearer one: ${dearer}`)
  letGo()
}

const isWaiting: Fault['fits'] = ({ mode }, phase) =>
  mode === 'atomic' && phase !== 'before signing' && phase !== 'until final'

/**
 * Faults in which the account has less than its lock demands, once the batch comes into a block, or in which it comes
 * too late.
 */
export const lockFaults: Fault[] = [
  {
    name: 'tokens taken by an older allowance',
    isLocked: true,
    // A final block stays.
    fits: ({ mode }, phase) => mode === 'atomic' && phase !== 'until final',
    strike: async (scene) => {
      const { alice, node, reader, phase } = scene
      if (phase !== 'before signing') await makeRoom(scene)
      const args = [alice.address, taker.address, taken] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args })
      await reader().send(taker, { to: node().contracts.usdc, data })
      await node().seal()
    },
    expect: (column) => ({ ...whole(column), status: 500, paid: [0, 0, 0] }),
  },
  {
    name: 'the deadline of its lock passes',
    isLocked: true,
    fits: isWaiting,
    strike: outlast,
    expect: (column) => ({ ...whole(column), status: 500, paid: [0, 0, 0] }),
  },
  {
    name: 'cancelled past the deadline of its lock',
    isLocked: true,
    fits: isWaiting,
    strike: async (scene) => {
      await outlast(scene)
      const { judge, wallet } = scene
      const price = await wallet.runner.price(key, 'cancel')
      const done = typeof price === 'object' && (await wallet.runner.cancel(key, price))
      if (done !== 'done') judge.wrong.push(`not cancelled: ${done}`)
    },
    expect: (column) => ({ ...whole(column), status: 400, paid: [0, 0, 0] }),
  },
]
