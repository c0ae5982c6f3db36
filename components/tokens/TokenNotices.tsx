import type { Address } from 'viem'
import type { Tokens } from '../calls/tokenFacts'
import { t } from '../text/messages'
import { Text } from '../text/Text'
import { dayText } from '../text/time'
import { visibleName } from '../text/visible'
import { Notice } from '../ui/Notice'
import layout from '../ui/layout.module.css'
import { notThat } from './notThat'
import { OneOfTwo } from './OneOfTwo'
import { TheOther } from './TheOther'
import { useListed } from './useListed'

/** Tokens that bear the name of another one: said before all else, with both addresses. */
export const TokenNotices = ({ tokens }: { tokens: Tokens }) => {
  const listed = useListed()
  const found = Object.entries(tokens ?? {}).flatMap(([address, { symbol, identity }]) =>
    identity.is === 'false' ? [{ address: address as Address, symbol, identity }] : [],
  )
  const isUnchecked = Object.values(tokens ?? {}).some(
    ({ identity }) => identity.is === 'unchecked',
  )
  if (isUnchecked)
    return (
      <div className={layout.stack}>
        <Notice tone="warn" isAlert>
          {t('token_unchecked')}
        </Notice>
      </div>
    )
  if (found.length === 0 || !listed || listed === 'failed') return null
  return (
    <div className={layout.stack}>
      {found.map(({ address, symbol, identity }) => (
        <Notice key={address} tone="bad" isAlert>
          <strong>{notThat(identity)}</strong>
          <span className={layout.block}>
            <Text
              id="token_falseThis"
              values={[
                <bdi>{visibleName(symbol)}</bdi>,
                <OneOfTwo
                  value={address}
                  other={identity.of === 'native' ? undefined : identity.of}
                />,
              ]}
            />
          </span>
          <span className={layout.block}>
            <TheOther address={address} identity={identity} />
          </span>
          <span className={layout.block}>{t('token_listDate', dayText(listed.listDate))}</span>
        </Notice>
      ))}
    </div>
  )
}
