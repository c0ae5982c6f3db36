import { openDevice } from '@/components/devices/ledger/openDevice'
import { createHid } from './hidBoundary.ts'
import { createLedgerApp, type Device } from './ledgerApp.ts'
import { newDevice } from './newDevice.ts'

/** Plugs in a device and opens it as the wallet's page does. */
export const plugIn = async (device: Device = newDevice()) => {
  const boundary = createHid(createLedgerApp(device))
  const open = await openDevice(boundary.hid, boundary.device)
  return { device, boundary, ...open }
}
