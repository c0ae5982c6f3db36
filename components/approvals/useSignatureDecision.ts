import { useState } from 'react'
import type { Address, Hex } from 'viem'
import type { Account } from '@/lib/db'
import { deviceIn } from '@/lib/devices/isOnDevice'
import { useAccounts } from '../hooks/queries'
import { useAction } from '../hooks/useAction'
import { useDecision } from './useDecision'

/** A signature that the user approved and a device has to make. */
export type OnDevice = {
  account: Account
  /** Brings the device's signature, which is the user's decision. */
  onSigned: (signature: Hex) => void
  /** Rejects the request, as the user did on the device. */
  onRefused: () => void
  /** Leads back to the request. */
  onBack: () => void
  error: string | undefined
}

/**
 * Carries out the user's decision on a signature. Approve of an account in a device asks the device first: `device` is
 * there from then on.
 */
export const useSignatureDecision = (id: string, from: Address) => {
  const decide = useDecision(id)
  const account = useAccounts()?.find(({ address }) => address === from)
  const [seen, setSeen] = useState<{ hash: Hex }>()
  const { run, error } = useAction(async (find: () => Promise<unknown>) => {
    setSeen((await find()) as { hash: Hex } | undefined)
    return undefined
  })
  if (!account || !deviceIn(account)) return { decide, device: undefined }
  const device: OnDevice | undefined = seen && {
    account,
    onSigned: (signature) => decide.approve(() => Promise.resolve({ ...seen, signature })),
    onRefused: decide.reject,
    onBack: () => setSeen(undefined),
    error: decide.error,
  }
  return { decide: { ...decide, error: error ?? decide.error, approve: run }, device }
}
