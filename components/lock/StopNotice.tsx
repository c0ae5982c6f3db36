import type { Stop } from '@/lib/lock/stop'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { Notice } from '../ui/Notice'
import type { amountsOf } from './amounts'

/** Says which condition stopped a batch, or that nobody can tell. A call that failed by itself is named above. */
export const StopNotice = ({
  stop,
  amounts,
}: {
  stop: Stop | 'call' | 'unknown' | undefined
  amounts: ReturnType<typeof amountsOf>
}) => stop && stop !== 'call' && <Notice tone="warn">{sentence(stop, amounts)}</Notice>

/** The condition that stopped a batch, in words; `somehow`: one whose data do not tell more. */
export const sentence = (
  stop: Stop | 'unknown' | 'somehow',
  { amount, items, pair }: ReturnType<typeof amountsOf>,
) => {
  if (stop === 'unknown') return t('lock_stoppedUnknown')
  if (stop === 'somehow') return t('lock_stoppedSomehow')
  if ('isLate' in stop) return t('lock_stoppedLate')
  if ('reset' in stop) return <Text id="lock_stoppedBack" values={pair(stop.reset)} />
  if ('item' in stop)
    return <Text id="lock_stoppedItem" values={[items(stop.item, BigInt(stop.least))]} />
  if ('bound' in stop) {
    const { isDown, token, amount: most } = stop.bound
    return (
      <Text
        id={isDown ? 'lock_stoppedOut' : 'lock_stoppedIn'}
        values={[amount(token, BigInt(most))]}
      />
    )
  }
  const { token, least, would } = stop
  return (
    <Text
      id={would === undefined ? 'lock_stopped' : 'lock_stoppedAt'}
      values={[
        amount(token, BigInt(least)),
        ...(would === undefined ? [] : [amount(token, BigInt(would))]),
      ]}
    />
  )
}
