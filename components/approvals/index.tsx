import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import type { PromptingMethod } from '@/lib/site'
import { Gone } from '../screens/Gone'
import { pickDevice } from '../devices/deviceBatches'
import { Unlock } from '../screens/Unlock'
import { useApprovalDraft } from '../store/approval'
import { wallet } from '../store/session'
import { plural } from '../text/messages'
import { Connect } from './Connect'
import { NotPossible } from './NotPossible'
import type { RequestProps } from './Request'
import { SendCalls } from './SendCalls'
import { SendTransaction } from './SendTransaction'
import { SignMessage } from './SignMessage'
import { SwitchNetwork } from './SwitchNetwork'
import { Unknown } from './Unknown'
import { useQueue } from './useQueue'
import { WatchAsset } from './WatchAsset'

const AddNetwork = lazy(async () => ({ default: (await import('./AddNetwork')).AddNetwork }))

/** Its table of known signatures is loaded when one is asked for. */
const SignTypedData = lazy(async () => ({
  default: (await import('./SignTypedData')).SignTypedData,
}))

/** Part of the window that only an account in a device needs. */
const SignBatch = lazy(async () => ({ default: (await import('../devices/SignBatch')).SignBatch }))

/** The screen of every method that asks the user. */
const screens: Record<PromptingMethod, ComponentType<RequestProps>> = {
  eth_requestAccounts: Connect,
  wallet_requestPermissions: Connect,
  wallet_switchEthereumChain: SwitchNetwork,
  wallet_addEthereumChain: AddNetwork,
  wallet_watchAsset: WatchAsset,
  personal_sign: SignMessage,
  eth_signTypedData_v4: SignTypedData,
  eth_signTypedData_v3: SignTypedData,
  wallet_sendCalls: SendCalls,
  eth_sendTransaction: SendTransaction,
}

const screenOf = (method: string): ComponentType<RequestProps> =>
  Object.hasOwn(screens, method) ? screens[method as PromptingMethod] : Unknown

/** The approval window: one request after another, the oldest first; it closes when none is left. */
export const Approvals = ({ isUnlocked }: { isUnlocked: boolean }) => {
  const queue = useQueue()
  const decided = useApprovalDraft((store) => store.decided)
  const [later, setLater] = useState<readonly string[]>([])
  const waitingForDevice = queue?.devices.filter(({ batch }) => !later.includes(batch.key)) ?? []
  const signing = pickDevice(waitingForDevice, decided, queue?.row !== undefined)
  const isOver = queue !== undefined && queue.row === undefined && signing === undefined

  useEffect(() => {
    // Not window.close(): a request that came meanwhile would be rejected with the window.
    if (isOver) void wallet('closeApprovals', null).catch(() => undefined)
  }, [isOver])

  if (isOver) return <Gone />
  if (!queue) return null
  const { row, waiting } = queue
  if (!signing && row && row.state !== 'pending') return <NotPossible row={row} />
  if (!isUnlocked) {
    return (
      <Unlock>
        <p>{plural('waiting_forYou', Math.max(1, waiting))}</p>
      </Unlock>
    )
  }
  if (signing) {
    const { key } = signing.batch
    return (
      <Suspense fallback={null}>
        <SignBatch key={key} signing={signing} onLater={() => setLater([...later, key])} />
      </Suspense>
    )
  }
  if (!row) return null
  const Screen = screenOf(row.method)
  return (
    <Suspense fallback={null}>
      <Screen key={row.id} row={row} waiting={waiting} />
    </Suspense>
  )
}
