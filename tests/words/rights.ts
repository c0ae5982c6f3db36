import { toFunctionSelector } from 'viem'
import { rightGivers } from '@/lib/decode/standards/rightGivers'
import { encode } from '../unit/decode/encode'
import { read, samples } from '../unit/decode/samples'

/** Reads a call of every function that gives a right: none may be silent about it. */
export const runRights = () => {
  const givers = rightGivers.flatMap(({ abi }) => abi.filter((item) => item.type === 'function'))
  const bySelector = new Map(
    samples.map(([signature, args]) => [toFunctionSelector(signature), { signature, args }]),
  )
  const silent = givers.filter((item) => {
    const sample = bySelector.get(toFunctionSelector(item))
    return !sample || read(encode(sample.signature, sample.args)).kind !== 'right'
  })
  return { rights: givers.length, silent: silent.map(({ name }) => `no right is named by ${name}`) }
}
