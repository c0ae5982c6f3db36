import { memo, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import type { PromptingMethod } from '@/lib/site'
import { Gone } from '../screens/Gone'
import { pickDevice } from '../devices/deviceBatches'
import { useLoadNetworks } from '../hooks/queries'
import { Unlock } from '../screens/Unlock'
import { useApprovalDraft } from '../store/approval'
import { wallet } from '../store/session'
import { plural } from '../text/messages'
import { Connect } from './Connect'
import { AddNetworkLater, SignBatchLater, SignTypedDataLater } from './laterScreens'
import { NotPossible } from './NotPossible'
import type { RequestProps } from './Request'
import { SendCalls } from './SendCalls'
import { SendTransaction } from './SendTransaction'
import { SignMessage } from './SignMessage'
import { SwitchNetwork } from './SwitchNetwork'
import { Unknown } from './Unknown'
import { useQueue } from './useQueue'
import { WaitingRequest } from './WaitingRequest'
import { WatchAsset } from './WatchAsset'

/** The screen of every method that asks the user. */
const screens: Record<PromptingMethod, ComponentType<RequestProps>> = {
  eth_requestAccounts: Connect,
  wallet_requestPermissions: Connect,
  wallet_switchEthereumChain: SwitchNetwork,
  wallet_addEthereumChain: AddNetworkLater,
  wallet_watchAsset: WatchAsset,
  personal_sign: SignMessage,
  eth_signTypedData_v4: SignTypedDataLater,
  eth_signTypedData_v3: SignTypedDataLater,
  wallet_sendCalls: SendCalls,
  eth_sendTransaction: SendTransaction,
}

const screenOf = (method: string): ComponentType<RequestProps> =>
  Object.hasOwn(screens, method) ? screens[method as PromptingMethod] : Unknown

/** The screen of a request, drawn anew only when that, the number of waiting ones or the user's networks change. */
const RequestScreen = memo(({ row, waiting }: RequestProps) => {
  // Names and symbols of networks are looked up below.
  useLoadNetworks()
  const Screen = screenOf(row.method)
  return <Screen row={row} waiting={waiting} />
})

/**
 * The requests, one after another, the oldest first. The approval window closes when none is left; a panel then shows
 * `otherwise`. Requests are read while the background has yet to say if the wallet is unlocked.
 */
export const Approvals = ({
  isUnlocked,
  otherwise,
}: {
  /** Undefined until it is known. */
  isUnlocked: boolean | undefined
  otherwise?: ReactNode
}) => {
  const isPanel = otherwise !== undefined
  const queue = useQueue(isPanel)
  const decided = useApprovalDraft((store) => store.decided)
  const [putOff, setPutOff] = useState<readonly string[]>([])
  const waitingForDevice = queue?.devices.filter(({ batch }) => !putOff.includes(batch.key)) ?? []
  // A panel has a device sign what was decided in it, and nothing else.
  const signing = pickDevice(waitingForDevice, decided, isPanel || queue?.row !== undefined)
  const isOver = queue !== undefined && queue.row === undefined && signing === undefined

  useEffect(() => {
    // Not window.close(): a request that came meanwhile would be rejected with the window.
    if (isOver && !isPanel) void wallet('closeApprovals', null).catch(() => undefined)
  }, [isOver, isPanel])

  if (isOver) return isPanel ? otherwise : <Gone />
  if (!queue || isUnlocked === undefined) return null
  const { row, waiting } = queue
  if (!signing && row && row.state !== 'pending') return <NotPossible row={row} />
  if (!isUnlocked) {
    return (
      <Unlock>
        {row && <WaitingRequest row={row} />}
        <p>{plural(isPanel ? 'waiting_requests' : 'waiting_forYou', Math.max(1, waiting))}</p>
      </Unlock>
    )
  }
  if (signing) {
    const { key } = signing.batch
    return (
      <SignBatchLater key={key} signing={signing} onLater={() => setPutOff([...putOff, key])} />
    )
  }
  if (!row) return null
  return <RequestScreen key={row.id} row={row} waiting={waiting} />
}
