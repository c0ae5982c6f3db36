import { approvalAdded, approvalsChanged } from './approvals'
import type { BatchRequest } from '../batch/batchRequest'
import { journal, type Approval } from '../db'
import { isOnDevice } from '../devices/isOnDevice'
import { internalOrigin } from './internalOrigin'

/**
 * Adds a request from the wallet's own page, which shows it; the approval window does where a device has to sign, as
 * the browser's own dialogs close a popup. No page waits for the answer: its result is the batch with this ID as its
 * key. A repeated `id` asks once.
 */
export const askInternally = async (id: string, request: BatchRequest): Promise<void> => {
  const row: Approval = {
    id,
    origin: internalOrigin,
    documentId: '',
    method: 'eth_sendTransaction',
    wire: '',
    params: [request],
    state: 'pending',
    createdAt: Date.now(),
    ...((await isOnDevice(request.from)) ? {} : { isQuiet: true }),
  }
  const isNew = await journal.transaction('rw', journal.approvals, async () => {
    if (await journal.approvals.get(id)) return false
    await journal.approvals.add(row)
    return true
  })
  if (!isNew) return
  if (!row.isQuiet) approvalAdded.emit()
  approvalsChanged.emit()
}
