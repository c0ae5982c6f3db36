import { repository, type ClearSigOpt, type ClearSigResult } from 'micro-eth-signer/clearsig.js'
import {
  encodeAbiParameters,
  hexToBytes,
  keccak256,
  toBytes,
  toFunctionSelector,
  type AbiParameter,
  type Address,
  type Hex,
} from 'viem'
import { describeCall, describeTypedData } from '@/lib/decode/descriptors/describe'
import type { Description, Word } from '@/lib/decode/descriptors/description'
import { parametersOf, structParameters } from '@/lib/decode/descriptors/parameters'
import type { Format, Registry } from '@/lib/decode/descriptors/registry'
import type { Struct, TypedData } from '@/lib/sign/typedData'
import { resolve, type Source, type Sources } from '../../scripts/lists/compileDescriptors'
import { drawFrom, fitting, written, type Draw } from './fitting'

export const account: Address = '0x00000000000000000000000000000000000a11ce'

/** A format of the registry where it applies: a contract, a chain, and data that fit it. */
export type Sample = {
  file: string
  key: string
  format: Format
  chainId: number
  to: Address
} & ({ data: Hex } | { typedData: TypedData })

const deploymentsOf = ({ context }: Source) => [
  ...(context?.contract?.deployments ?? []),
  ...(context?.eip712?.deployments ?? []),
]

/** The files that a file is in, itself first. */
const holders = (sources: Sources, file: string): string[] => [
  file,
  ...Object.entries(sources)
    .filter(([name, { includes = [] }]) =>
      [includes]
        .flat()
        .some((include) => new URL(include, `file:///${name}`).pathname.slice(1) === file),
    )
    .map(([name]) => name),
]

const structsOf = (declaration: string): TypedData['types'] =>
  Object.fromEntries(
    [...declaration.matchAll(/([^(),]+)\(([^)]*)\)/g)].map(([, name = '', fields = '']) => [
      name,
      fields
        .split(',')
        .filter((field) => field !== '')
        .map((field) => {
          const [type = '', own = ''] = field.trim().split(' ')
          return { name: own, type }
        }),
    ]),
  )

const selectorOf = (key: string): Hex =>
  toFunctionSelector({
    type: 'function',
    name: key.slice(0, key.indexOf('(')).trim(),
    inputs: parametersOf(key),
    outputs: [],
    stateMutability: 'payable',
  })

const callData = (parameters: readonly AbiParameter[], key: string, values: unknown[]): Hex =>
  // `never`: viem derives value types from ABI literals, not from types known only at run time.
  `${selectorOf(key)}${encodeAbiParameters(parameters, values as never).slice(2)}`

/** One sample of each format that a file of the registry has. */
export const samplesOf = (sources: Sources, registry: Registry, draw: Draw): Sample[] =>
  Object.entries(sources)
    .filter(([file]) => file.startsWith('registry/'))
    .flatMap(([file, { display }]) =>
      Object.keys(display?.formats ?? {}).map((key) =>
        sampleOf(sources, registry, draw, file, key),
      ),
    )

const sampleOf = (
  sources: Sources,
  registry: Registry,
  draw: Draw,
  file: string,
  key: string,
): Sample => {
  const holder = holders(sources, file).find(
    (name) => deploymentsOf(resolve(sources, name)).length > 0,
  )
  const source = resolve(sources, holder ?? file)
  const [deployment] = deploymentsOf(source)
  if (!deployment) throw new Error(`${file} stands at no contract`)
  const { chainId } = deployment
  const to = deployment.address.toLowerCase() as Address
  const isCall = source.context?.contract !== undefined
  const place = isCall ? selectorOf(key) : key
  const found = (isCall ? registry.calls : registry.typedData)[String(chainId)]?.[to] ?? []
  const format = found
    .map((index) => registry.formats[registry.descriptors[index]?.formats[place] ?? -1])
    .find((one) => one?.key === key)
  if (!format) throw new Error(`${file}: ${key} is not in the registry`)
  const known = { file, key, format, chainId, to }
  if (isCall) {
    const parameters = parametersOf(key)
    const values = fitting(parameters, format, registry.names, draw)
    return { ...known, data: callData(parameters, key, values) }
  }
  const types = structsOf(key)
  const primaryType = /^[^(]+/.exec(key)?.[0] ?? ''
  const parameters = structParameters(types, primaryType)
  const values = fitting(parameters, format, registry.names, draw)
  const domain: Struct = {
    ...Object.fromEntries(
      Object.entries(source.context?.eip712?.domain ?? {}).map(([name, value]) => [
        name,
        String(value),
      ]),
    ),
    chainId: String(chainId),
    verifyingContract: to,
  }
  const message = Object.fromEntries(
    parameters.map(({ name }, at) => [name ?? '', written(values[at])]),
  )
  const domainFields = Object.keys(domain).map((name) => ({
    name,
    type: { chainId: 'uint256', verifyingContract: 'address' }[name] ?? 'string',
  }))
  return {
    ...known,
    typedData: { types: { ...types, EIP712Domain: domainFields }, primaryType, domain, message },
  }
}

/** Puts a sample into words. */
export const say = (registry: Registry, sample: Sample): Description | undefined =>
  'data' in sample
    ? describeCall(registry, { ...sample, from: account, value: 7n })
    : describeTypedData(registry, { ...sample, from: account })

/** All single values in a value of the package's own engine. */
const flat = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(flat)
  if (value instanceof Uint8Array) return [`0x${Buffer.from(value).toString('hex')}`]
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(flat)
  return [String(value).toLowerCase()]
}

const told = (word: Word): string => {
  switch (word.kind) {
    case 'text':
      return word.text.toLowerCase()
    case 'number':
    case 'bytes':
      return String(word.value)
    case 'address':
      return word.address
    case 'native':
    case 'token':
    case 'unit':
      return String(word.amount)
    case 'item':
      return String(word.id)
    case 'date':
    case 'duration':
      return String(word.seconds)
    case 'call':
      return word.data
  }
}

const packed = (value: string): string =>
  /^\d+$/.test(value) ? `0x${BigInt(value).toString(16).padStart(64, '0').slice(-40)}` : value

/** The values that the engine tells, in order. */
const engineValues = ({ fields }: ClearSigResult): string[] =>
  Object.values(fields).flatMap(({ format, value, rawValue }) => {
    if (format === 'enum') return [value.toLowerCase()]
    if (format === 'addressName') return flat(rawValue).map(packed)
    if (format === 'date' || format === 'tokenAmount')
      return flat(rawValue).map((one) => String(BigInt(one)))
    return flat(rawValue)
  })

/** The engine asks its caller for the words of calls within the data. */
const noCalls: ClearSigOpt & { renderCalldata: () => Promise<undefined> } = {
  renderCalldata: () => Promise.resolve(undefined),
}

/** Asks the engine that comes with the registry, with the one file and what it includes. */
const engineSays = async (
  sources: Sources,
  sample: Sample,
): Promise<ClearSigResult | undefined> => {
  const holder = holders(sources, sample.file).find(
    (name) => deploymentsOf(resolve(sources, name)).length > 0,
  )
  const source = resolve(sources, holder ?? sample.file)
  const repo = repository({ 'one.json': source })
  const chain = String(sample.chainId)
  if ('typedData' in sample) {
    const hash = keccak256(toBytes(sample.key))
    const entry = repo.eip712[chain]?.[sample.to]?.[hash]
    const { typedData } = sample
    return entry?.(typedData as never, noCalls)
  }
  const entry = repo.contracts[chain]?.[sample.to]?.find(
    ({ fn }) =>
      fn &&
      toFunctionSelector({ ...fn, outputs: [], stateMutability: 'payable' } as never) ===
        sample.data.slice(0, 10),
  )
  return entry?.(
    {
      to: sample.to,
      from: account,
      data: hexToBytes(sample.data),
      value: 7n,
      chainId: BigInt(sample.chainId),
    },
    noCalls,
  )
}

/** The engine takes no address out of 32 bytes, as these need: pools with flags before them, words of calldata. */
const notOfEngine = /^unoswap.*bytes32\[\] pools|OnBalancerV2\(/

/** Names the fault in the words of a sample; undefined if there is none. */
export const wrongIn = async (
  sources: Sources,
  registry: Registry,
  sample: Sample,
): Promise<string | undefined> => {
  const said = say(registry, sample)
  if (!said) return 'not in words'
  if (said.intent.trim() === '' || said.publisher.trim() === '') return 'an empty sentence'
  if (said.rows.some(({ label }) => label.trim() === '')) return 'an empty label'
  if (notOfEngine.test(sample.key)) return undefined
  const engine = await engineSays(sources, sample)
  if (!engine) return 'the engine knows it not'
  const ours = said.rows.map(({ word }) => told(word))
  const theirs = engineValues(engine)
  return ours.join() === theirs.join() ? undefined : `${ours.join()} is not ${theirs.join()}`
}

/** The best of a few turns, in ms: other programs of the machine take their time too. */
const timeOf = (registry: Registry, sample: Sample): number =>
  Math.min(
    ...Array.from({ length: 5 }, () => {
      const started = performance.now()
      say(registry, sample)
      return performance.now() - started
    }),
  )

/**
 * Puts each format into words with data that fit it, and compares the values with those of the engine.
 * `slowest`: the longest that one took, in ms.
 */
export const runFormats = async (
  sources: Sources,
  registry: Registry,
  seed: number,
): Promise<{ formats: number; said: number; wrong: string[]; slowest: number }> => {
  const samples = samplesOf(sources, registry, drawFrom(seed))
  const wrong: string[] = []
  let slowest = 0
  for (const sample of samples) {
    slowest = Math.max(slowest, timeOf(registry, sample))
    const why = await wrongIn(sources, registry, sample)
    if (why) wrong.push(`${sample.file} ${sample.key.slice(0, 60)}: ${why}`)
  }
  return { formats: samples.length, said: samples.length - wrong.length, wrong, slowest }
}
