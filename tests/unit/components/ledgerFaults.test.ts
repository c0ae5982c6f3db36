import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { serializeTransaction, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { DeviceState } from '@/components/devices/DeviceState'
import { askAddress } from '@/components/devices/ledger/address'
import { pathOf } from '@/components/devices/ledger/path'
import { signOnDevice, type DeviceRequest } from '@/components/devices/ledger/signOnDevice'
import { deviceExecutor } from '@/lib/delegate/executor'
import type { Device } from '../../device/ledgerApp'
import { newDevice } from '../../device/newDevice'
import { plugIn } from '../../device/plugIn'
import { bob } from '../accounts'

const path = pathOf('live', 0)

const upgradeTo = (address: typeof deviceExecutor): DeviceRequest => ({
  kind: 'authorization',
  authorization: { chainId: 8453, address, nonce: 8 },
})
const upgrade = upgradeTo(deviceExecutor)

const call: DeviceRequest = {
  kind: 'transaction',
  unsigned: serializeTransaction({
    type: 'eip1559',
    chainId: 8453,
    nonce: 7,
    to: bob,
    data: '0xa9059cbb',
    gas: 90_000n,
    maxFeePerGas: 5n,
    maxPriorityFeePerGas: 1n,
  }),
}

type Plugged = Awaited<ReturnType<typeof plugIn>>

const settingsWithout = (name: keyof Device['settings']) => ({
  settings: { ...newDevice().settings, [name]: false },
})

/** Asks a device that `breaks`, and renders what the account's owner is told. */
const told = async (asked: DeviceRequest, breaks: (plugged: Plugged) => void): Promise<string> => {
  const plugged = await plugIn()
  const address = await askAddress(plugged.exchange, path)
  breaks(plugged)
  const error: unknown = await signOnDevice(plugged.exchange, { path, address }, asked).then(
    () => new Error('it signed'),
    (reason: unknown) => reason,
  )
  const device = {
    phase: { is: 'failed', error } as const,
    again: () => undefined,
    choose: () => undefined,
  }
  return renderToStaticMarkup(createElement(DeviceState, { device, asking: '', name: 'Savings' }))
}

const change = (fields: Partial<Device>) => (plugged: Plugged) => {
  Object.assign(plugged.device, fields)
}

test.each<[string, DeviceRequest, (plugged: Plugged) => void, string]>([
  [
    'is unplugged',
    call,
    ({ boundary }) => boundary.unplug(),
    'Your Ledger is no longer connected. Plug it in, then try again.',
  ],
  [
    'is locked',
    call,
    change({ isLocked: true }),
    'Your Ledger is locked. Unlock it, then try again.',
  ],
  [
    'has no app open',
    call,
    change({ running: 'BOLOS' }),
    'The Ethereum app is not open on your Ledger. Open it, then try again.',
  ],
  [
    'has another app open',
    call,
    change({ running: 'Bitcoin' }),
    'The Ethereum app is not open on your Ledger. Open it, then try again.',
  ],
  [
    'has an app that is too old for upgrades',
    upgrade,
    change({ version: [1, 16, 0] }),
    'The Ethereum app on your Ledger is too old. Update it.',
  ],
  [
    'may not sign what it cannot explain',
    call,
    change(settingsWithout('blindSigning')),
    'The Ethereum app signs only what it can explain. Turn on “Blind signing” in its settings.',
  ],
  [
    'may not upgrade accounts',
    upgrade,
    change(settingsWithout('delegation')),
    'The Ethereum app does not allow upgrades. Turn on “Smart account upgrade” (Nano: “Smart accounts”) in its settings.',
  ],
  [
    'may not upgrade accounts, and has an app that does not tell',
    upgrade,
    change({ version: [1, 18, 0], ...settingsWithout('delegation') }),
    'It was rejected, or the app does not allow upgrades. Look for “Smart account upgrade” (Nano: “Smart accounts”) in the app’s settings.',
  ],
  [
    'does not know the code',
    upgradeTo(bob),
    change({}),
    'Your Ledger signs upgrades only to code on its own list. Update its Ethereum app.',
  ],
  [
    'is of another seed',
    call,
    change({ seed: 'two' }),
    'This Ledger does not have the key of Savings. Plug in the one that does.',
  ],
  [
    'was told to reject',
    call,
    change({ decide: () => false }),
    'It was rejected on your Ledger. Try again, or leave it.',
  ],
  [
    'gets more than it takes',
    { kind: 'message', message: `0x${zeroHash.slice(2).repeat(1_024)}` },
    change({}),
    'This is too long for your Ledger. Reject it, or use another account.',
  ],
])('where a Ledger %s, the screen says so, with the next step', async (_, asked, breaks, says) => {
  const text = await told(asked, breaks)
  expect(text).toContain(`>${says}<`)
  expect(text).toContain('role="alert"')
  for (const button of ['Try again', 'Choose another Ledger']) expect(text).toContain(button)
})
