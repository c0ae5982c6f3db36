import * as z from 'zod/mini'
import { rpcError } from '../rpc/errors'
import { explain } from '../rpc/schema'
import type { WalletServices } from './services'

/** A verb of the wallet's own pages. It is called with whatever a page sent, and runs with what `takes` lets in. */
export type Verb<Takes extends z.ZodMiniType, Gives> = {
  (params: unknown, services: WalletServices): Promise<Gives>
  takes: () => Takes
}

/**
 * Gives params as their schema has them. Throws -32602 where they do not have that shape. The schema is built
 * by the first call: to build them all takes milliseconds, which whoever wakes the background would wait for.
 */
export const checkedBy = <Shape extends z.ZodMiniType>(build: () => Shape) => {
  let shape: Shape | undefined
  return (params: unknown): z.output<Shape> => {
    shape ??= build()
    const parsed = z.safeParse(shape, params)
    if (!parsed.success) throw rpcError('invalidParams', explain(parsed.error))
    return parsed.data
  }
}

/** States a verb once: the check of its params and the types of both sides come from here. */
export const verb = <Takes extends z.ZodMiniType, const Gives>(
  takes: () => Takes,
  run: (params: z.output<Takes>, services: WalletServices) => Promise<Gives>,
): Verb<Takes, Gives> => {
  const check = checkedBy(takes)
  return Object.assign(
    async (params: unknown, services: WalletServices) => run(check(params), services),
    { takes },
  )
}
