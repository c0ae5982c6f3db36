import { size } from 'viem'
import type { Call } from '@/lib/db'
import { decodeCall } from '@/lib/decode/call'
import { count, ether } from '../text/amount'
import { Hex } from '../ui/Hex'
import { Raw } from '../ui/Raw'
import { partiesOf } from './parties'
import styles from './CallDetail.module.css'

/** All there is to a call: everyone in it whole, its value, its data as it is. */
export const CallDetail = ({ call }: { call: Call }) => {
  const decoded = decodeCall(call.data)
  return (
    <dl className={styles.detail}>
      {partiesOf(call).map(([part, address]) => (
        <div key={part}>
          <dt className={styles.name}>{part}</dt>
          <dd>
            <Hex value={address} />
          </dd>
        </div>
      ))}
      <div>
        <dt className={styles.name}>Value</dt>
        <dd>{ether(BigInt(call.value))}</dd>
      </div>
      {call.gas && (
        <div>
          <dt className={styles.name}>Gas limit set by the site</dt>
          <dd>{count(BigInt(call.gas))}</dd>
        </div>
      )}
      {decoded.kind !== 'none' && (
        <div>
          <dt className={styles.name}>Data, {count(size(call.data))} bytes</dt>
          <dd>
            <Raw text={call.data} label="Data" />
          </dd>
        </div>
      )}
    </dl>
  )
}
