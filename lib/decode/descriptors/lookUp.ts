import { describeCall, describeTypedData } from './describe'
import json from './registry.json'
import type { Registry } from './registry'

/** The registry that is shipped. Import this file lazily: it weighs as much as all of the decoder. */
export const registry = json as unknown as Registry

export const describe = {
  call: (call: Parameters<typeof describeCall>[1]) => describeCall(registry, call),
  typedData: (data: Parameters<typeof describeTypedData>[1]) => describeTypedData(registry, data),
}
