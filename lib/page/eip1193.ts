/** A listener; `listener` is the original function that a `once` wrapper stands for. */
export type Listener = ((value: unknown) => void) & { listener?: unknown }
/** An EIP-1193 provider. */
export type Provider = {
  request: (args: { method: string; params?: unknown }) => Promise<unknown>
  on: (event: string, listener: Listener) => Provider
  removeListener: (event: string, listener: Listener) => Provider
}
