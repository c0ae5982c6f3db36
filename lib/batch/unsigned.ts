import { isOnDevice } from '../devices/isOnDevice'
import { livePlaces } from './journal'
import { isToSign } from './machine'

/** True if an approved batch has a transaction to sign with a key of the vault and does not wait for the user. */
export const hasUnsigned = async (): Promise<boolean> => {
  for (const { batch, state } of await livePlaces())
    if (isToSign(batch, state) && !(await isOnDevice(batch.from))) return true
  return false
}
