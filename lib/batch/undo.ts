import { zeroAddress, type Address, type Hex } from 'viem'
import type { Batch } from '../db'
import { deviceExecutor } from '../delegate/executor'
import { deviceOf } from '../devices/isOnDevice'
import { sameAddress } from '../values/address'
import type { World } from './world'

/** True if an account's key signs for a delegate: a Ledger refuses all code but that on its list. */
const signsFor = async (account: Address, delegate: Address): Promise<boolean> => {
  const device = await deviceOf(account)
  return device ? device === 'ledger' && sameAddress(delegate, deviceExecutor) : true
}

/** False for a revocation by a device that would not sign for the delegate which a cancellation has to keep. */
export const canUndo = async ({ from, revokes }: Batch): Promise<boolean> =>
  !revokes || signsFor(from, revokes)

/**
 * Returns the delegate that a cancellation restores to the account; the zero address for none, or where the device of
 * the account would not sign for the one that it had.
 */
export const delegateBefore = async (world: World, batch: Batch): Promise<Address> => {
  const { chainId, from, replaces = batch.revokes } = batch
  if (!replaces || !(await signsFor(from, replaces))) return zeroAddress
  const code = (await world.request(chainId, 'eth_getCode', [from, 'latest'])) as Hex
  // A delegate that was already revoked is not restored.
  return code === '0x' ? zeroAddress : replaces
}
