import { t } from '../text/messages'
import { networkName } from '../text/network'
import { Text } from '../text/Text'
import { visibleName } from '../text/visible'
import { Hex } from '../ui/Hex'
import type { False } from './notThat'

/** The token or coin that the wallet knows by the name that a token bears. */
export const TheOther = ({ identity: { of, symbol, on } }: { identity: False }) => {
  if (of === 'native') return <>{t('token_falseCoin', symbol)}</>
  const name = <bdi>{visibleName(symbol)}</bdi>
  if (on === undefined) return <Text id="token_falseKnown" values={[name, <Hex value={of} />]} />
  return <Text id="token_falseElsewhere" values={[name, networkName(on), <Hex value={of} />]} />
}
