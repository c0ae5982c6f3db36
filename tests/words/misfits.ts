import { concat, numberToHex, size, slice, type Hex } from 'viem'
import type { TypedData } from '@/lib/sign/typedData'
import type { Draw } from './fitting'
import type { Sample } from './formats'

type CallSample = Extract<Sample, { data: Hex }>
type TypedSample = Extract<Sample, { typedData: TypedData }>

const far = `0x${'9'.repeat(40)}` as const

const ofCall = (sample: CallSample): [how: string, Sample][] => [
  ['appended byte', { ...sample, data: concat([sample.data, '0x00']) }],
  ['appended word', { ...sample, data: concat([sample.data, numberToHex(0, { size: 32 })]) }],
  ...(size(sample.data) > 4
    ? [
        ['cut', { ...sample, data: slice(sample.data, 0, size(sample.data) - 1) }] as [
          string,
          Sample,
        ],
      ]
    : []),
  ['other selector', { ...sample, data: `0xdeadbeef${sample.data.slice(10)}` }],
  ['other contract', { ...sample, to: far }],
]

/** Adds a field to the struct that is signed, renames one, and says another domain. */
const ofTypedData = (sample: TypedSample): [how: string, Sample][] => {
  const { typedData } = sample
  const { types, primaryType, message, domain } = typedData
  const fields = types[primaryType] ?? []
  const [first] = fields
  const changed = (change: Partial<TypedData>): Sample => ({
    ...sample,
    typedData: { ...typedData, ...change },
  })
  return [
    [
      'added field',
      changed({
        types: { ...types, [primaryType]: [...fields, { name: 'details', type: 'uint256' }] },
        message: { ...message, details: '1' },
      }),
    ],
    ...(first
      ? [
          [
            'renamed field',
            changed({
              types: {
                ...types,
                [primaryType]: [{ ...first, name: `${first.name}2` }, ...fields.slice(1)],
              },
              message: { ...message, [`${first.name}2`]: message[first.name] ?? '' },
            }),
          ] as [string, Sample],
        ]
      : []),
    ['other contract', changed({ domain: { ...domain, verifyingContract: far } })],
    ['other chain', changed({ domain: { ...domain, chainId: '31337' } })],
    ...(domain.name === undefined
      ? []
      : [['other name', changed({ domain: { ...domain, name: 'Other' } })] as [string, Sample]]),
  ]
}

/** The hostile twins of a sample: each differs where its words would then be wrong. */
export const misfits = (sample: Sample): [how: string, Sample][] => [
  ['other chain', { ...sample, chainId: 31_337 }],
  ...('data' in sample ? ofCall(sample) : ofTypedData(sample)),
]

/** A sample with one word of its data drawn anew, or one value of its typed data. */
export const broken = (sample: Sample, draw: Draw): Sample => {
  if ('data' in sample) {
    const words = Math.floor((size(sample.data) - 4) / 32)
    if (words === 0) return sample
    const at = 4 + 32 * draw(words)
    const drawn = numberToHex((1n << BigInt(draw(256))) - BigInt(draw(2)), { size: 32 })
    const end = at + 32 < size(sample.data) ? slice(sample.data, at + 32) : '0x'
    return { ...sample, data: concat([slice(sample.data, 0, at), drawn, end]) }
  }
  const { typedData } = sample
  const names = Object.keys(typedData.message)
  const name = names[draw(names.length)] ?? ''
  const value = typedData.message[name]
  const drawn = Array.isArray(value)
    ? []
    : typeof value === 'string' && /^\d+$/.test(value)
      ? String(1n << BigInt(draw(256)))
      : value
  return {
    ...sample,
    typedData: { ...typedData, message: { ...typedData.message, [name]: drawn ?? '' } },
  }
}
