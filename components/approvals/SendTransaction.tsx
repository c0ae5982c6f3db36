import { requestOf } from '@/lib/batch/batchRequest'
import type { RequestProps } from './Request'
import { SendCalls } from './SendCalls'
import { loadedLater } from '../hooks/loadedLater'

/** Few requests end a delegation. */
const Revoke = loadedLater(async () => (await import('./Revoke')).Revoke)

/** `eth_sendTransaction`, which is also how the wallet asks for a transaction of its own. */
export const SendTransaction = (props: RequestProps) => {
  const { from, chainId, revokes } = requestOf(props.row)
  return revokes ? (
    <Revoke {...props} from={from} chainId={chainId} revokes={revokes} />
  ) : (
    <SendCalls {...props} />
  )
}
