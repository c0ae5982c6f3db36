/** A node's recorded answer to one request: a result or an error, and the file that has it. */
export type Recorded = {
  file: string
  method: string
  params: unknown[]
  result?: unknown
  error?: { code?: unknown; message?: unknown; data?: unknown }
}
