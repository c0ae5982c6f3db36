import { useLiveQuery } from 'dexie-react-hooks'
import { journal } from '@/lib/db'
import { mayUsePasskeys } from './mayUsePasskeys'

/** The vault's passkey; null if it has none that this browser could use, undefined while that is read. */
export const useStoredPasskey = (): { id: string; salt: string } | null | undefined =>
  useLiveQuery(async () =>
    mayUsePasskeys() ? ((await journal.vault.get('vault'))?.passkey ?? null) : null,
  )
