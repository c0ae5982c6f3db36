import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { cache } from '@/lib/db'
import type { Account } from '@/lib/delegate/account'
import { knownDelegate } from '@/lib/delegate/delegates'
import { executor } from '@/lib/delegate/executor'
import { shownNetworks, type Network } from '@/lib/network/networks'
import { useHere } from '../home/here'
import { wallet } from '../store'
import { t } from '../text/messages'
import { Hex } from '../ui/Hex'
import { Notice } from '../ui/Notice'
import { Section } from '../ui/Section'
import { Skeleton } from '../ui/Skeleton'
import styles from './SmartAccount.module.css'
import { SubScreen } from './SubScreen'

/** What code stands behind the account, network by network, and whether batches run through it. */
export const SmartAccount = () => {
  const here = useHere()
  return (
    <SubScreen title={t('smart_title')}>
      {here && <Networks key={here.account.address} address={here.account.address} />}
    </SubScreen>
  )
}

const Networks = ({ address }: { address: Address }) => {
  const [answers, setAnswers] = useState<Partial<Record<number, boolean>>>({})
  const known = useLiveQuery(() => accountsOf(address), [address])

  useEffect(() => {
    let isOver = false
    // Each by itself: one that is silent takes its time, and the others are there at once.
    for (const { chainId } of shownNetworks()) {
      const note = (hasAnswered: boolean) =>
        isOver || setAnswers((before) => ({ ...before, [chainId]: hasAnswered }))
      wallet('readDelegate', { chainId, account: address }).then(note, () => note(false))
    }
    return () => {
      isOver = true
    }
  }, [address])

  return (
    <>
      <div className={styles.about}>
        <Hex value={address} />
        <p>{t('smart_about')}</p>
      </div>
      {shownNetworks().map((network) => (
        <Section key={network.chainId} title={network.name}>
          <Behind
            network={network}
            account={known?.[network.chainId]}
            isAsked={answers[network.chainId] !== undefined}
            isSilent={answers[network.chainId] === false}
          />
        </Section>
      ))}
    </>
  )
}

/** What the account was on each chain when its node was last asked. */
const accountsOf = async (address: Address): Promise<Record<number, Account>> => {
  const found = await Promise.all(
    shownNetworks().map(async ({ chainId }) => {
      const fact = await cache.facts.get(`code:${chainId}:${address}`)
      return fact ? [[chainId, fact.value as Account] as const] : []
    }),
  )
  return Object.fromEntries(found.flat())
}

const Behind = ({
  network,
  account,
  isAsked,
  isSilent,
}: {
  network: Network
  account: Account | undefined
  isAsked: boolean
  isSilent: boolean
}) => {
  if (isSilent) return <Notice tone="warn">{t('smart_silent', network.name)}</Notice>
  if (!account || !isAsked) return <Skeleton width={24} />
  if (account.delegate === null)
    return (
      <p className={styles.muted}>
        {t(account.kind === 'plain' ? 'smart_plain' : 'smart_contract')}
      </p>
    )
  const name = knownDelegate(account.delegate)?.name
  return (
    <div className={styles.delegate}>
      <p>
        <strong>{name ?? t('smart_unknown')}</strong>
      </p>
      <Hex value={account.delegate} />
      <p>{t(meaningOf(account))}</p>
    </div>
  )
}

const meaningOf = ({ kind, delegate }: Account) => {
  if (delegate?.toLowerCase() === executor.toLowerCase()) return 'smart_ours'
  return kind === 'executor' ? 'smart_runs' : 'smart_foreign'
}
