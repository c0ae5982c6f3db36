import { useState } from 'react'
import type { Address } from 'viem'
import type { Network } from '@/lib/network/network'
import type { Verbs } from '@/lib/wallet'
import { newId } from '../ownRequests/newId'
import { chooseNetwork } from '../hooks/useHere'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { titleOf } from '../text/network'
import { native, nativeAtMost, symbolOf } from '../text/native'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'
import { Problem } from '../ui/Problem'
import layout from '../ui/layout.module.css'

type Short = Exclude<Verbs['revoke']['gives'], string>

/** Asks to take the delegate from an account; the rest is the approval window's. */
export const RevokeButton = ({
  from,
  delegate,
  network,
  onAsked,
}: {
  from: Address
  delegate: Address
  network: Network
  onAsked: (id: string) => void
}) => {
  const { chainId } = network
  const [short, setShort] = useState<Short>()

  const { run, isPending, error } = useAction(async () => {
    setShort(undefined)
    const id = newId()
    const answer = await wallet('revoke', { id, from, chainId, delegate })
    if (answer === 'changed') return t('revoke_changed')
    if (answer === 'done') onAsked(id)
    else setShort(answer)
    return undefined
  })

  return (
    <div className={`${layout.stack} ${layout.below} ${layout.ownWidth}`}>
      <Button aria-label={t('revoke_on', titleOf(network))} disabled={isPending} onClick={run}>
        {t('revoke')}
      </Button>
      {short && <Shortage chainId={chainId} short={short} />}
      <Problem text={error} />
    </div>
  )
}

const Shortage = ({ chainId, short }: { chainId: number; short: Short }) => (
  <Notice tone="bad" isAlert>
    <p>
      {t(
        'revoke_short',
        symbolOf(chainId),
        nativeAtMost(BigInt(short.ceiling) + BigInt(short.l1Fee), 6, chainId),
        native(BigInt(short.balance), chainId),
      )}
    </p>
    <a href="#receive" onClick={() => chooseNetwork(chainId)}>
      {t('receive_title')}
    </a>
  </Notice>
)
