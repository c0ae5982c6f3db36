import { wallet_getCallsStatus } from '@/lib/site/wallet_getCallsStatus'
import { noSubscriptions } from '../unit/subscriptions/noSubscriptions.ts'
import { site } from './account.ts'
import { show, whole } from './columns.ts'
import type { Fault } from './fault.ts'
import type { Scene } from './faultScene.ts'

/** Returns the answer to a site while the account is its active one. */
const told = async ({ alice, bob, chainId, wallet }: Scene, isBob: boolean) => {
  const accounts = isBob ? [bob.address, alice.address] : [alice.address, bob.address]
  const rest = {
    isUnlocked: () => Promise.resolve(true),
    show: () => Promise.resolve(),
    ask: () => Promise.reject(new Error('a status asks nobody')),
    node: () => Promise.reject(new Error('a status asks no node')),
    asked: { id: '', origin: site.origin, documentId: '', method: '', wire: '' },
    subscriptions: noSubscriptions,
  }
  return wallet_getCallsStatus.handle([site.id], {
    ...rest,
    origin: site.origin,
    accounts,
    chainId,
    refresh: wallet.watch.refresh,
  })
}

/** Faults with two batches under one id (EIP-5792). */
export const idFaults: Fault[] = [
  {
    name: 'another account, same batch id',
    fits: () => true,
    strike: async (scene, afterwards) => {
      const { approve, outcome, bob, column, judge, wake, run, signed } = scene
      const second = await approve(bob)
      wake()
      await run(400)
      afterwards(async () => {
        const came = show(await outcome(second, bob))
        if (came !== show(whole(column))) judge.wrong.push(`the other account's: ${came}`)
        const ours = (await signed()).map(({ hash }) => hash)
        for (const isBob of [false, true]) {
          const { status, receipts = [] } = await told(scene, isBob)
          const isOurs = receipts.every(({ transactionHash }) => ours.includes(transactionHash))
          if (status !== 200 || isOurs === isBob) judge.wrong.push('the wrong batch was told of')
        }
      })
    },
    expect: whole,
  },
]
