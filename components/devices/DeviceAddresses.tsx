import type { ReactNode } from 'react'
import { loadedLater } from '../hooks/loadedLater'
import type { FoundOnDevice } from './addDevice'

const LedgerAddresses = loadedLater(async () => (await import('./LedgerAddresses')).LedgerAddresses)
const QrAddresses = loadedLater(async () => (await import('./qr/QrAddresses')).QrAddresses)

/** Finds the addresses of a device, with what each has on a chain if there is one to ask; `children` acts on one. */
export const DeviceAddresses = ({
  kind,
  chainId,
  children,
}: {
  kind: 'ledger' | 'qr'
  chainId?: number | undefined
  children: (found: FoundOnDevice) => ReactNode
}) => {
  // A user has one kind of device: the code of the other is not loaded.
  const Addresses = kind === 'qr' ? QrAddresses : LedgerAddresses
  return <Addresses chainId={chainId}>{children}</Addresses>
}
