import { useEffect, useState, type ReactNode } from 'react'
import { numberToHex, type Address } from 'viem'
import type { Batch } from '@/lib/db'
import type { State } from '@/lib/batch/state'
import type { HeldItem, Reset } from '@/lib/db/outcome'
import { boundIn, itemIn, leastsOf, resetIn } from '@/lib/lock/lockReading'
import { stopOf, type Stop } from '@/lib/lock/stop'
import { sameAddress } from '@/lib/values/address'
import { AssetAmount } from '../calls/AssetAmount'
import { Party } from '../calls/Party'
import type { Place } from '../calls/place'
import { TokenAmount, TokenName } from '../calls/TokenAmount'
import { wallet } from '../store/session'
import { count } from '../text/amount'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { Notice } from '../ui/Notice'
import { Section } from '../ui/Section'

const find = async (batch: Batch): Promise<Stop | undefined> => {
  const { key } = batch
  const reverts = await wallet('revertsOf', { key })
  return reverts
    ? stopOf(
        batch,
        reverts,
        async (token) => (await wallet('wouldHave', { key, token })) ?? undefined,
      )
    : undefined
}

const useStop = (batch: Batch, isReverted: boolean): Stop | undefined => {
  const [stop, setStop] = useState<Stop>()
  useEffect(() => {
    if (!isReverted) return
    // Without an answer, the page says that it failed, as above.
    find(batch).then(setStop, () => setStop(undefined))
  }, [batch, isReverted])
  return stop
}

/** The wallet's own conditions of a batch, and which of them stopped it. */
export const Locks = ({ batch, state, place }: { batch: Batch; state: State; place: Place }) => {
  const isReverted = state.transactions.some(({ receipt }) => receipt?.status === '0x0')
  const stop = useStop(batch, isReverted)
  const isCollection = (token: Address) =>
    typeof batch.expected === 'object' &&
    batch.expected.changes.some(
      ({ asset }) => asset.standard === 'ERC721' && sameAddress(asset.address, token),
    )
  const ofToken = (part: ReactNode, token: Address) => (
    <Text id="call_ofOwner" values={[part, <TokenName asset={token} place={place} />]} />
  )
  const amount = (token: Address | null, least: bigint) =>
    token && isCollection(token) ? (
      ofToken(count(least), token)
    ) : (
      <TokenAmount asset={token ?? 'native'} amount={least} place={place} />
    )
  const items = (asset: HeldItem, least: bigint) =>
    ofToken(
      <AssetAmount change={{ asset, direction: 'in', amount: numberToHex(least) }} place={place} />,
      asset.address,
    )
  const pair = ({ spender, token }: Reset) => [
    <Party address={spender} place={place} />,
    <TokenName asset={token} place={place} />,
  ]
  return (
    <Section title={t('lock_title')}>
      {stop && 'reset' in stop && (
        <Notice tone="warn">
          <Text id="lock_stoppedBack" values={pair(stop.reset)} />
        </Notice>
      )}
      {stop && 'item' in stop && (
        <Notice tone="warn">
          <Text id="lock_stoppedItem" values={[items(stop.item, BigInt(stop.least))]} />
        </Notice>
      )}
      {stop && 'bound' in stop && (
        <Notice tone="warn">
          <Text
            id={stop.bound.isDown ? 'lock_stoppedOut' : 'lock_stoppedIn'}
            values={[amount(stop.bound.token, BigInt(stop.bound.amount))]}
          />
        </Notice>
      )}
      {stop && 'token' in stop && (
        <Notice tone="warn">
          <Text
            id={stop.would === undefined ? 'lock_stopped' : 'lock_stoppedAt'}
            values={[
              amount(stop.token, BigInt(stop.least)),
              ...(stop.would === undefined ? [] : [amount(stop.token, BigInt(stop.would))]),
            ]}
          />
        </Notice>
      )}
      <ul>
        {(batch.locks ?? []).flatMap((lock, index) => {
          const coin = BigInt(lock.value)
          const reset = resetIn(lock)
          if (reset)
            return [
              <li key={index}>
                <Text id="lock_backDone" values={pair(reset)} />
              </li>,
            ]
          const bound = boundIn(lock)
          if (bound)
            return [
              <li key={index}>
                <Text
                  id={bound.isDown ? 'lock_leaves' : 'lock_arrives'}
                  values={[amount(bound.token, bound.amount)]}
                />
              </li>,
            ]
          const held = itemIn(lock)
          const lines = held
            ? [items(held.item, held.least)]
            : coin > 0n
              ? [amount(null, coin)]
              : leastsOf(lock).map(({ token, least }) => amount(token, least))
          return lines.map((line, at) => (
            <li key={`${index} ${at}`}>
              <Text id="lock_left" values={[line]} />
            </li>
          ))
        })}
      </ul>
    </Section>
  )
}
