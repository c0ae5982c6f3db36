import { approvalAdded, approvalsChanged } from './approvals'
import type { BatchRequest } from '../batch/batchRequest'
import { journal, type Approval } from '../db'
import { internalOrigin } from './internalOrigin'

/**
 * Asks the user, in the window that sites' requests are shown in, for what they set up in the wallet's own
 * page. No page waits for the answer: what comes of it is the batch under this id. A repeated id asks once.
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
  }
  const isNew = await journal.transaction('rw', journal.approvals, async () => {
    if (await journal.approvals.get(id)) return false
    await journal.approvals.add(row)
    return true
  })
  if (!isNew) return
  approvalAdded.emit()
  approvalsChanged.emit()
}
