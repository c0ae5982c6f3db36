import type { Address } from 'viem'
import type { SignatureReading, SignedCall } from '@/lib/decode/signatures/signatureReading'
import { counterpartiesOf } from '@/lib/simulate/counterparties'
import type { DataRow } from './rows'

/** The most addresses of the data that are looked at, besides all of those on the lines. */
const most = 500

const inCall = ({ from, to, value, data }: SignedCall, chainId: number): Address[] => [
  to,
  ...counterpartiesOf([{ to, value: `0x${value.toString(16)}`, data }], { from, chainId }).map(
    ({ address }) => address,
  ),
]

const onLines = (reading: SignatureReading, chainId: number): Address[] => {
  if (reading.kind === 'unread') return []
  const { deals, rights, calls, relay } = reading
  const receivers = deals.flatMap(({ leaves, returns }) => [
    ...leaves.flatMap(({ to }) => to ?? []),
    ...returns.map(({ to }) => to),
  ])
  const holders = rights.flatMap(({ to, over }) => [to, ...(over ? [over] : [])])
  const senders = relay ? [relay.worker, relay.paymaster] : []
  return [...receivers, ...holders, ...senders, ...calls.flatMap((call) => inCall(call, chainId))]
}

/** Everyone that a signature names but its account: on its lines, in the calls within, and in its data. */
export const partiesIn = (
  reading: SignatureReading,
  rows: readonly DataRow[],
  { from, chainId }: { from: Address; chainId: number },
): Address[] => {
  const named = rows.flatMap(({ type, value }) => (type === 'address' && value ? [value] : []))
  const all = [...onLines(reading, chainId), ...[...new Set(named)].slice(0, most)]
  const own = from.toLowerCase()
  const lower = all.map((address) => address.toLowerCase() as Address)
  return [...new Set(lower)].filter((address) => address !== own)
}
