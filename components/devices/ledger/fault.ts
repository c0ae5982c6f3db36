/**
 * Why a device did not do what it was asked. `unread`: a status word that nobody here knows; `bad answer`: one of
 * another form, from another key, or out of turn; `silent`: none in time; `wallet locked`: the wallet took no
 * signature; `delegation`: refused, or its setting is off, which older apps do not tell apart.
 */
export type Fault =
  | 'unplugged'
  | 'silent'
  | 'busy'
  | 'locked'
  | 'wallet locked'
  | 'wrong app'
  | 'old app'
  | 'blind-signing off'
  | 'delegation off'
  | 'delegation'
  | 'unlisted delegate'
  | 'wrong seed'
  | 'refused'
  | 'too much'
  | 'bad request'
  | 'bad answer'
  | 'unread'

/** The error of an exchange with a device. `word`: the status word, if the device gave one. */
export type DeviceError = Error & { fault: Fault; word?: number }

/** Makes the error of an exchange with a device. */
export const deviceError = (fault: Fault, word?: number): DeviceError => {
  const error = new Error(word === undefined ? fault : `${fault}: 0x${word.toString(16)}`)
  return Object.assign(error, word === undefined ? { fault } : { fault, word })
}

/** True for an error that `deviceError` made. */
export const isDeviceError = (error: unknown): error is DeviceError =>
  error instanceof Error && 'fault' in error
