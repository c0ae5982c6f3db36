import { numberToHex } from 'viem'
import type { Call } from './buildCall'
import { format, isObject, parse } from './json'
import type { Context } from './presets'

const begin = (context: Context | null): Record<string, unknown> => ({
  version: '2.0.0',
  ...(context ? { from: context.from } : {}),
  chainId: numberToHex(context?.chainId ?? 1),
  atomicRequired: true,
})

const mend = (why: string) => ({ problem: `Mend the JSON in the editor first: ${why}` })

/** Adds a call to the batch in the editor; begins one in an empty editor, and says what keeps it from being added. */
export const addCall = (
  text: string,
  call: Call,
  context: Context | null,
): { text: string } | { problem: string } => {
  const parsed = text.trim() === '' ? { value: begin(context) } : parse(text)
  if ('problem' in parsed) return mend(parsed.problem)
  const batch = parsed.value
  if (!isObject(batch)) return mend('it is no object.')
  const { calls = [] } = batch
  if (!Array.isArray(calls)) return mend('its calls are no list.')
  return { text: format({ ...batch, calls: [...(calls as unknown[]), call] }) }
}
