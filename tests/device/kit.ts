import type { ContextModule } from '@ledgerhq/context-module'
import {
  DeviceActionStatus,
  DeviceManagementKitBuilder,
  type DeviceActionState,
} from '@ledgerhq/device-management-kit'
import { SignerEthBuilder } from '@ledgerhq/device-signer-kit-ethereum'
import { webHidTransportFactory } from '@ledgerhq/device-transport-kit-web-hid'
import { firstValueFrom, type Observable } from 'rxjs'
import type { createHid } from './hidBoundary.ts'

/** Knows nothing of any transaction, and asks nobody: what Ledger's own servers would add is left out. */
const nothingKnown: ContextModule = {
  getContexts: () => Promise.resolve([]),
  getFieldContext: () => Promise.reject(new Error('nothing is known')),
  getTypedDataFilters: () =>
    Promise.resolve({ type: 'error', error: new Error('nothing is known') }),
  report: () => Promise.resolve(),
}

/** Result of an action of Ledger's kit: what it made, or its error. */
const resultOf = <
  Output,
  Failure,
  Intermediate extends { requiredUserInteraction: string },
>(action: {
  observable: Observable<DeviceActionState<Output, Failure, Intermediate>>
}): Promise<Output> =>
  new Promise((resolve, reject) => {
    action.observable.subscribe({
      next: (state) => {
        if (state.status === DeviceActionStatus.Completed) resolve(state.output)
        if (state.status === DeviceActionStatus.Error)
          reject(new Error(JSON.stringify(state.error)))
      },
      error: reject,
    })
  })

/** Opens a device by Ledger's own kit and its own WebHID transport, without any network. */
export const openKit = async ({ hid }: ReturnType<typeof createHid>) => {
  Object.defineProperty(globalThis.navigator, 'hid', { value: hid, configurable: true })
  const kit = new DeviceManagementKitBuilder().addTransport(webHidTransportFactory).build()
  const device = await firstValueFrom(kit.startDiscovering({}))
  const sessionId = await kit.connect({
    device,
    sessionRefresherOptions: { isRefresherDisabled: true },
  })
  const signer = new SignerEthBuilder({ dmk: kit, sessionId })
    .withContextModule(nothingKnown)
    .build()
  return { signer, resultOf, close: () => kit.close() }
}
