import { concat, zeroAddress, type Address, type Hex } from 'viem'
import { whole, type Column, type Outcome } from './columns.ts'
import type { Fault } from './fault.ts'
import { makeRoom } from './nonceFaults.ts'
import { refresh, type Scene } from './faultScene.ts'

const nothing = (status: number, nonces: number): Outcome => ({ status, paid: [0, 0, 0], nonces })

const isUpgraded = (column: Column) => column.isUpgraded

/** Delegates Alice to `to` by an authorization at her nonce plus `ahead`, in a transaction that Bob pays. */
const delegateTo = async ({ alice, bob, node, reader, signed }: Scene, to: Address, ahead = 0) => {
  const nonce = (await signed())[0]?.nonce ?? (await alice.nonce(node()))
  const authorizationList = [await alice.authorize(to, nonce + ahead)]
  const raw = await bob.sign({ nonce: await bob.nonce(node()), authorizationList })
  await reader().submit(raw)
}

/** Expects status 100 and no signature until the user answers, then cancels the batch. */
const refuse = async ({ wake, run, judge, signed, wallet }: Scene) => {
  wake()
  await run(2 * refresh)
  if (judge.path.some((said) => said !== '100') || (await signed()).length > 0)
    judge.wrong.push('not asked again before it was signed')
  await wallet.runner.cancel('0')
}

const changedBetween = (name: string, to: Address, fits: (column: Column) => boolean): Fault => ({
  name,
  fits: (column, phase) =>
    column.mode === 'atomic' && (phase === 'before signing' ? fits(column) : true),
  strike: async (scene) => {
    const { phase, node } = scene
    if (phase !== 'until final') await makeRoom(scene)
    // A final block stays: only nonces after the batch are left to use.
    await delegateTo(scene, to, phase === 'until final' ? (scene.column.upgrade ? 2 : 1) : 0)
    await (phase === 'before signing' || phase === 'at send' ? node().seal() : node().refresh())
    if (phase === 'before signing') await refuse(scene)
  },
  expect: (column, phase) => {
    if (phase !== 'until final') return nothing(400, 1)
    const { nonces, ...rest } = whole(column)
    return { ...rest, nonces: nonces + 1 }
  },
})

/** Changes the delegation after the batch, in its block, so that the code at that block is another one. */
const changedAfter = (name: string, to: Address): Fault => ({
  name,
  fits: ({ mode }, phase) => mode === 'atomic' && (phase === 'sent' || phase === 'pre-confirmed'),
  strike: async (scene) => {
    await delegateTo(scene, to, scene.column.upgrade ? 2 : 1)
    await scene.node().refresh()
    await scene.run(refresh)
  },
  expect: (column) => {
    const { nonces, ...rest } = whole(column)
    return { ...rest, nonces: nonces + 1 }
  },
})

/** Addresses of two delegates that run no calls: one writes to storage, one stops at once. */
const keepsNote: Address = '0x00000000000000000000000000000000000f0001'
const stops: Address = '0x00000000000000000000000000000000000f0002'
const codes: Record<Address, Hex> = { [keepsNote]: '0x600160005500', [stops]: '0x00' }

/** Sets the account's code without using a nonce, which no real chain does. */
const changedByHand = (name: string, code: Hex): Fault => ({
  name,
  fits: (column, phase) => isUpgraded(column) && (phase === 'at send' || phase === 'sent'),
  strike: async ({ alice, reader, node }: Scene) => {
    for (const [address, runtime] of Object.entries(codes))
      await reader().ask('anvil_setCode', address, runtime)
    await reader().ask('anvil_setCode', alice.address, code)
    await node().refresh()
  },
  expect: () => nothing(500, 1),
})

/** Address of a contract that is no executor. */
const foreign = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const to = (delegate: Address): Hex => concat(['0xef0100', delegate])

/** Faults that change the account's delegate after the approval. */
export const delegateFaults: Fault[] = [
  changedBetween('delegation revoked', zeroAddress, isUpgraded),
  changedBetween('delegation replaced', foreign, () => true),
  changedAfter('revoked after it, same block', zeroAddress),
  changedAfter('replaced after it, same block', foreign),
  changedByHand('revoked without a nonce', '0x'),
  changedByHand('stops at once', to(stops)),
  changedByHand('runs something else', to(keepsNote)),
]
