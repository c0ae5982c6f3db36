import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { journal } from '@/lib/db'
import type { Token } from '@/lib/simulate/quote'
import { useAccounts } from '../hooks/queries'
import { wallet } from '../store/session'

/** Facts on a recipient before sending. */
export type Inspection = {
  own: string | undefined
  contact: string | undefined
  isNew: boolean
  isContract: boolean
  token?: Token
}

/** Reads facts on an address from the journal and its network; undefined while they are read. */
export const useInspection = (
  chainId: number,
  address: Address | undefined,
): Inspection | undefined => {
  const [answer, setAnswer] = useState<{ at: string; isContract: boolean; token?: Token }>()
  const at = `${chainId} ${address ?? ''}`
  const accounts = useAccounts()
  const known = useLiveQuery(
    async () =>
      address && {
        contact: await journal.contacts.get(address),
        party: await journal.parties.get(address),
      },
    [address],
  )

  useEffect(() => {
    if (!address) return
    let isOver = false
    wallet('inspect', { chainId, address }).then(
      (found) => isOver || setAnswer({ at, ...found }),
      // The approval window does not use the answer.
      () => isOver || setAnswer({ at, isContract: false }),
    )
    return () => {
      isOver = true
    }
  }, [chainId, address, at])

  if (!address || !known || answer?.at !== at || !accounts) return undefined
  const { at: _, ...rest } = answer
  const own = accounts.find((account) => account.address === address)?.name
  const isNew = !known.party && own === undefined
  return { own, contact: known.contact?.name, isNew, ...rest }
}
