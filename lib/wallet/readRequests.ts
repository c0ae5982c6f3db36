import type { Handler } from './door'

/** What developers look at: who asked for what, and how it ended. */
export const readRequests: Handler<'readRequests'> = (_params, { requestLog }) => requestLog.read()
