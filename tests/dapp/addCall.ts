import { numberToHex } from 'viem'
import type { Call } from './buildCall'
import { format, isObject, parse } from './json'
import type { Context } from './presets'

/** Adds a call to the batch in the editor; begins a batch where there is none. */
export const addCall = (text: string, call: Call, context: Context | null) => {
  const parsed = parse(text)
  const begun = {
    version: '2.0.0',
    ...(context ? { from: context.from } : {}),
    chainId: numberToHex(context?.chainId ?? 1),
    atomicRequired: true,
  }
  const batch = 'value' in parsed && isObject(parsed.value) ? parsed.value : begun
  const calls = 'calls' in batch && Array.isArray(batch.calls) ? (batch.calls as unknown[]) : []
  return format({ ...batch, calls: [...calls, call] })
}
