import { size } from 'viem'
import type { Call } from '@/lib/db'
import type { DecodedCall } from '@/lib/decode/reading'
import { count } from '../text/amount'
import { native } from '../text/native'
import { timeText } from '../text/time'
import { Raw } from '../ui/Raw'
import { WholeAddress } from '../ui/WholeAddress'
import { Arguments } from './Arguments'
import { CallWords } from './CallWords'
import { ExplorerLink } from './ExplorerLink'
import { ListedName } from './ListedName'
import { partiesOfCall } from './parties'
import type { Place } from './place'
import { Steps } from './Steps'
import layout from '../ui/layout.module.css'
import { plural, t } from '../text/messages'

type Props = { call: Call; reading: DecodedCall | null; place: Place }

/** All there is to a call: everyone in it whole, its value, the calls within it, its data as it is. */
export const CallDetail = ({ call, reading, place }: Props) => (
  <dl className={`${layout.stack} ${layout.small} ${layout.roomBelow}`}>
    {call.to &&
      reading &&
      partiesOfCall(call.to, reading).map(([part, address]) => (
        <div key={part}>
          <dt className={layout.muted}>{t(part)}</dt>
          <dd>
            <WholeAddress value={address}>
              <ExplorerLink address={address} chainId={place.chainId} />
            </WholeAddress>
            <ListedName address={address} chainId={place.chainId} />
          </dd>
        </div>
      ))}
    <div>
      <dt className={layout.muted}>{t('call_value')}</dt>
      <dd>{native(BigInt(call.value), place.chainId)}</dd>
    </div>
    {call.gas && (
      <div>
        <dt className={layout.muted}>{t('call_gasLimit')}</dt>
        <dd>{count(BigInt(call.gas))}</dd>
      </div>
    )}
    {reading?.deadline && (
      <div>
        <dt className={layout.muted}>{t('call_deadline')}</dt>
        <dd>{deadlineText(BigInt(reading.deadline))}</dd>
      </div>
    )}
    {reading?.kind === 'multicall' && (
      <div>
        <dt className={layout.muted}>{t('call_callsIn')}</dt>
        <dd>
          <Steps steps={reading.steps} place={place} />
        </dd>
      </div>
    )}
    <CallWords call={call} reading={reading} place={place} />
    {reading && reading.args.length > 0 && (
      <div>
        <dt className={layout.muted}>
          {reading.isGuess ? t('call_guess') : functionText(reading)}
        </dt>
        <dd>
          <Arguments args={reading.args} />
        </dd>
      </div>
    )}
    {reading?.kind !== 'none' && (
      <div>
        <dt className={layout.muted}>{t('call_dataBytes', plural('bytes', size(call.data)))}</dt>
        <dd>
          <Raw text={call.data} label={t('call_data')} />
        </dd>
      </div>
    )}
  </dl>
)

const functionText = ({ standard, signature }: DecodedCall): string =>
  t('call_asIn', signature?.replace(/\(.*/, '') ?? '', standard ?? '')

/** Dates end in the year 275760; contracts write more for never. */
const deadlineText = (seconds: bigint): string =>
  seconds > 253_402_300_799n ? t('call_noDeadline') : timeText(Number(seconds) * 1000)
