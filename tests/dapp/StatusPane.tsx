import { Badge } from './Badge'
import { format } from './json'
import { LookUp } from './LookUp'
import { Pane } from './Pane'
import { toRpcError } from './walletRequest'
import { isPending, statusCode } from './useBatchStatus'
import type { Watched } from './useExchange'

const words: Record<number, string> = {
  100: 'pending',
  200: 'confirmed',
  400: 'not on chain',
  500: 'reverted',
  600: 'partly reverted',
}

/** Shows the last `wallet_getCallsStatus` of a batch, and a form for another batch. */
export const StatusPane = ({
  connected,
  watched,
  status,
  error,
  onWatch,
}: {
  connected: boolean
  watched: Watched | null
  status: unknown
  error: Error | null
  onWatch: (id: string) => void
}) => {
  const failure = error && { error: toRpcError(error) }
  const json = failure ?? status
  return (
    <Pane
      title="Status"
      testId="status"
      json={json === undefined ? null : format(json)}
      empty={watched ? 'Asking the wallet…' : 'An accepted batch is followed here until it ends.'}
      badge={
        failure ? (
          <Badge tone="bad">error {failure.error.code}</Badge>
        ) : (
          status !== undefined && <StatusBadge status={status} />
        )
      }
    >
      <LookUp key={watched?.round ?? 0} id={watched?.id} disabled={!connected} onWatch={onWatch} />
    </Pane>
  )
}

const StatusBadge = ({ status }: { status: unknown }) => {
  const code = statusCode(status)
  if (code === null) return <Badge tone="bad">no status number</Badge>
  return (
    <Badge tone={isPending(status) ? 'busy' : code === 200 ? 'good' : 'bad'}>
      {code} {words[code]}
    </Badge>
  )
}
