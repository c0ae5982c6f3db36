import { useState } from 'react'
import type { Address } from 'viem'
import type { Network } from '@/lib/network/network'
import type { Verbs } from '@/lib/wallet/contract'
import { newId } from '../asked/newId'
import { chooseNetwork } from '../home/here'
import { wallet } from '../store'
import { sentenceOfError } from '../text/errors'
import { t } from '../text/messages'
import { native, nativeAtMost, symbolOf } from '../text/native'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'
import { Problem } from '../ui/Problem'
import styles from './Delegate.module.css'

type Short = Exclude<Verbs['revoke']['gives'], string>

/** Asks to take the delegate from an account; the rest is the approval window's. */
export const RevokeButton = ({
  from,
  delegate,
  network: { chainId, name },
  onAsked,
}: {
  from: Address
  delegate: Address
  network: Network
  onAsked: (id: string) => void
}) => {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [short, setShort] = useState<Short>()

  const revoke = async () => {
    setBusy(true)
    setProblem(undefined)
    setShort(undefined)
    const id = newId()
    try {
      const answer = await wallet('revoke', { id, from, chainId, delegate })
      if (answer === 'done') onAsked(id)
      else if (answer === 'changed') setProblem(t('revoke_changed'))
      else setShort(answer)
    } catch (error) {
      setProblem(sentenceOfError(error))
    }
    setBusy(false)
  }

  return (
    <div className={styles.revoke}>
      <Button aria-label={t('revoke_on', name)} disabled={isBusy} onClick={() => void revoke()}>
        {t('revoke')}
      </Button>
      {short && <Shortage chainId={chainId} short={short} />}
      <Problem text={problem} />
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
