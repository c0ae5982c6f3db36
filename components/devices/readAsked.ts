import { journal, type DeviceSigning } from '@/lib/db'

/** Returns what a device is asked to sign next for a batch and has not signed yet, if it is asked for anything. */
export const readAsked = async (key: string): Promise<DeviceSigning | undefined> =>
  (await journal.signings.where({ key }).toArray()).find(
    ({ kind, signature }) => kind === 'next' && !signature,
  )
