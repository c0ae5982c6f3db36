import * as v from 'valibot'
import { rpcError } from '../rpc/errors'
import { explainSchemaError } from '../rpc/schema'
import type { WalletServices } from './services'

/** A verb of the wallet's own pages: takes a page's untrusted params, runs with those of its schema. */
export type Verb<Takes extends v.GenericSchema, Gives> = {
  (params: unknown, services: WalletServices): Promise<Gives>
  takes: () => Takes
}

/**
 * Returns a parser that throws -32602 for params of another shape. The first call builds the schema:
 * building all of them at startup would delay the background by milliseconds.
 */
export const checkedBy = <Shape extends v.GenericSchema>(build: () => Shape) => {
  let shape: Shape | undefined
  return (params: unknown): v.InferOutput<Shape> => {
    shape ??= build()
    const parsed = v.safeParse(shape, params)
    if (!parsed.success) throw rpcError('invalidParams', explainSchemaError(parsed.issues))
    return parsed.output
  }
}

/** Defines a verb, from which its params check and the types of both sides are derived. */
export const verb = <Takes extends v.GenericSchema, const Gives>(
  takes: () => Takes,
  run: (params: v.InferOutput<Takes>, services: WalletServices) => Promise<Gives>,
): Verb<Takes, Gives> => {
  const check = checkedBy(takes)
  return Object.assign(
    async (params: unknown, services: WalletServices) => run(check(params), services),
    { takes },
  )
}
