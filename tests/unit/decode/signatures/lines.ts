import type { SignatureReading, SignedAsset } from '@/lib/decode/signatures/signatureReading'

const nameOf = (asset: SignedAsset): string => {
  switch (asset.kind) {
    case 'coin':
      return 'coin'
    case 'token':
      return asset.address
    case 'item':
      return `${asset.address}#${asset.id ?? 'any'}`
    case 'written':
      return asset.text
  }
}

/** A reading as short lines, in the order in which the screen has them. */
export const linesOf = (reading: SignatureReading): string[] => {
  if (reading.kind === 'unread') return ['unread']
  const { deals, rights, calls, relay } = reading
  return [
    ...deals.flatMap(({ leaves, returns }) => [
      ...leaves.map(
        ({ asset, amount, to, how }) =>
          `${amount ?? 'all'} of ${nameOf(asset)} ${how === 'spends' ? 'spent by' : 'to'} ${to ?? 'anyone'}`,
      ),
      ...returns.map(
        ({ asset, amount, to }) => `back ${amount ?? '?'} of ${nameOf(asset)} to ${to}`,
      ),
    ]),
    ...rights.map(
      ({ right, to, isGiven, most }) =>
        `${right} ${most === null ? '' : `up to ${most} `}${isGiven ? 'given to' : 'taken from'} ${to}`,
    ),
    ...calls.map(
      ({ to, isDelegated, reading: { kind } }) => `${isDelegated ? 'runs' : 'call'} ${to} ${kind}`,
    ),
    ...(relay
      ? [
          `relayed by ${relay.worker}, paid by ${relay.paymaster}: ` +
            `${relay.gasPrice} + ${relay.share} % + ${relay.base}`,
        ]
      : []),
  ]
}
