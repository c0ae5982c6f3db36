import type { Address } from 'viem'
import { t } from '../text/messages'
import { networkName } from '../text/network'
import { Text } from '../text/Text'
import { visibleName } from '../text/visible'
import { OneOfTwo } from './OneOfTwo'
import type { False } from './notThat'

/** The token or coin that the wallet knows by the name that a token at an address bears. */
export const TheOther = ({
  address,
  identity: { of, symbol, on },
}: {
  address: Address
  identity: False
}) => {
  if (of === 'native') return <>{t('token_falseCoin', symbol)}</>
  const name = <bdi>{visibleName(symbol)}</bdi>
  const known = <OneOfTwo value={of} other={address} />
  if (on === undefined) return <Text id="token_falseKnown" values={[name, known]} />
  return <Text id="token_falseElsewhere" values={[name, networkName(on), known]} />
}
