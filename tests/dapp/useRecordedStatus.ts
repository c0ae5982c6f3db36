import { useEffect } from 'react'
import { record } from './timeline'
import { statusCode } from './useBatchStatus'

/** Puts a batch's status on the timeline whenever another one is answered: it is asked for twice a second. */
export const useRecordedStatus = (status: unknown) => {
  const code = statusCode(status)
  const text = JSON.stringify(status)
  useEffect(() => {
    if (code === null) return
    const detail: unknown = JSON.parse(text)
    record({ at: Date.now(), kind: 'answered', what: `wallet_getCallsStatus ${code}`, detail })
  }, [code, text])
}
