import { command, send, system, type Command, type Exchange } from './apdu'
import { deviceError } from './fault'

/** An app that runs on a device. `version`: its three numbers. */
export type RunningApp = { name: string; version: readonly number[] }

/** Asks the device's system which app runs: class 0xb0, as Ledger's kit does (`GetAppAndVersionCommand`). */
const runningAppCommand: Command = { cla: system, ins: 0x01, p1: 0, p2: 0, data: new Uint8Array() }

const configurationCommand = command(0x06, 0, 0, new Uint8Array())

/** Reads the app that runs: format 1, then name and version, each with its length. Throws for another form. */
export const askRunningApp = async (exchange: Exchange): Promise<RunningApp> => {
  const answer = await send(exchange, runningAppCommand)
  const text = (at: number) => {
    const length = answer[at]
    if (length === undefined || at + 1 + length > answer.length) throw deviceError('bad answer')
    const bytes = answer.subarray(at + 1, at + 1 + length)
    return { text: new TextDecoder().decode(bytes), end: at + 1 + length }
  }
  if (answer[0] !== 1) throw deviceError('bad answer')
  const name = text(1)
  const version = text(name.end)
  const numbers = /^(\d+)\.(\d+)\.(\d+)/.exec(version.text)?.slice(1)
  // The dashboard's version has another form, such as 2.2.3 or 1.6.0-rc1; only the Ethereum app's is compared.
  return { name: name.text, version: (numbers ?? []).map(Number) }
}

/** Reads if the user allows the app to sign data that it cannot explain ("blind signing"). */
export const askBlindSigning = async (exchange: Exchange): Promise<boolean> => {
  const answer = await send(exchange, configurationCommand)
  if (answer.length !== 4) throw deviceError('bad answer')
  // src/features/get_app_configuration/cmd_get_app_configuration.c, APP_FLAG_DATA_ALLOWED.
  return ((answer[0] ?? 0) & 0x01) === 1
}

/** True if a version is `least` or newer. */
export const isAtLeast = (version: readonly number[], least: readonly number[]): boolean => {
  const at = least.findIndex((number, index) => (version[index] ?? 0) !== number)
  return at === -1 || (version[at] ?? 0) > (least[at] ?? 0)
}
