import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import type { Address } from 'viem'
import { cache, type Account } from '@/lib/db'
import type { AccountCode } from '@/lib/delegate/account'
import { shownNetworks } from '@/lib/network/networks'
import type { Network } from '@/lib/network/network'
import { useOwnRequest } from '../ownRequests/useOwnRequest'
import { OwnRequest } from '../ownRequests/OwnRequest'
import { OwnRequestWaiting } from '../ownRequests/OwnRequestWaiting'
import { Delegate } from '../delegate/Delegate'
import { RevokeButton } from '../delegate/RevokeButton'
import { useChainsInUse } from '../hooks/useChainsInUse'
import { useHere } from '../hooks/useHere'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { nodeHost, titleOf } from '../text/network'
import { Button } from '../ui/Button'
import { SingleAddress } from '../ui/SingleAddress'
import { Lead } from '../ui/Lead'
import { Note } from '../ui/Note'
import { Notice } from '../ui/Notice'
import { Section } from '../ui/Section'
import { Skeleton } from '../ui/Skeleton'
import { SubScreen } from '../shell/SubScreen'

/** Shows the delegate of the account on each network, if batches run through it, and the way to revoke it. */
export const SmartAccount = () => {
  const here = useHere()
  const { here: row, isElsewhere, isWaiting, notice, setAsked } = useOwnRequest()
  return (
    <OwnRequest row={row}>
      <SubScreen title={t('smart_title')}>
        {isElsewhere && <OwnRequestWaiting />}
        {here && (
          <div hidden={isWaiting}>
            <Networks
              key={here.account.address}
              address={here.account.address}
              shown={here.network.chainId}
              notice={here.account.source === 'qr' ? t('qr_noRevoke') : notice}
              onAsked={signsDelegates(here.account) ? setAsked : undefined}
            />
          </div>
        )}
      </SubScreen>
    </OwnRequest>
  )
}

/** A watched account signs nothing, and no QR code asks a device for what takes a delegate away. */
const signsDelegates = ({ source }: Account): boolean => source !== 'watch' && source !== 'qr'

const Networks = ({
  address,
  shown,
  notice,
  onAsked,
}: {
  address: Address
  /** The chain that the wallet shows. */
  shown: number
  notice: string | undefined
  /** Left out for an account that signs for no delegate. */
  onAsked: ((id: string) => void) | undefined
}) => {
  const [answers, setAnswers] = useState<Partial<Record<number, 'asked' | boolean>>>({})
  const known = useLiveQuery(() => accountsOf(address), [address])
  const inUse = useChainsInUse(address, shown)
  const used = inUse && shownNetworks().filter(({ chainId }) => inUse.has(chainId))
  const first = used?.map(({ chainId }) => chainId).join(' ')

  const ask = useCallback(
    (chainId: number) => {
      const note = (answer: 'asked' | boolean) =>
        setAnswers((before) => ({ ...before, [chainId]: answer }))
      note('asked')
      wallet('readDelegate', { chainId, account: address }).then(note, () => note(false))
    },
    [address],
  )

  useEffect(() => {
    // Each by itself: one that is silent takes its time, and the others are there at once.
    for (const chainId of first?.split(' ').map(Number) ?? []) ask(chainId)
  }, [first, ask])

  return (
    <>
      <Lead gap={4}>
        <SingleAddress value={address} />
        <p>{t('smart_about')}</p>
        {notice && <Notice tone="info">{notice}</Notice>}
      </Lead>
      {shownNetworks().map((network) => (
        <Section key={network.chainId} title={titleOf(network)}>
          <Behind
            network={network}
            account={known?.[network.chainId]}
            answer={answers[network.chainId]}
            ask={inUse && !inUse.has(network.chainId) ? () => ask(network.chainId) : undefined}
            revoke={(delegate) =>
              onAsked && (
                <RevokeButton
                  from={address}
                  delegate={delegate}
                  network={network}
                  onAsked={onAsked}
                />
              )
            }
          />
        </Section>
      ))}
    </>
  )
}

/** Reads the cached kind of the account on each chain. */
const accountsOf = async (address: Address): Promise<Record<number, AccountCode>> => {
  const found = await Promise.all(
    shownNetworks().map(async ({ chainId }) => {
      const fact = await cache.facts.get(`code:${chainId}:${address}`)
      return fact ? [[chainId, fact.value as AccountCode] as const] : []
    }),
  )
  return Object.fromEntries(found.flat())
}

const Behind = ({
  network,
  account,
  answer,
  ask,
  revoke,
}: {
  network: Network
  account: AccountCode | undefined
  /** True if the node has answered, false if it does not. */
  answer: 'asked' | boolean | undefined
  /** Only the user has the node of a network asked that the account does not use. */
  ask: (() => void) | undefined
  revoke: (delegate: Address) => ReactNode
}) => {
  if (answer === undefined && ask)
    return (
      <>
        <Note>{t('smart_unasked')}</Note>
        <div>
          <Button isSmall onClick={ask}>
            {t('smart_ask', nodeHost(network))}
          </Button>
        </div>
      </>
    )
  if (answer === false) return <Notice tone="warn">{t('smart_silent', titleOf(network))}</Notice>
  if (!account || answer !== true) return <Skeleton width={24} />
  if (account.delegate === null)
    return <Note>{t(account.kind === 'plain' ? 'smart_plain' : 'smart_contract')}</Note>
  return (
    <Delegate delegate={account.delegate} kind={account.kind}>
      {revoke(account.delegate)}
    </Delegate>
  )
}
