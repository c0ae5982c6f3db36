import type { Handler } from './door'

/** A repeat, after the worker was stopped under the first, finds the new password in place. */
export const changePassword: Handler<'changePassword'> = async ({ old, next }, { keyring }) => {
  if (next === '') throw new Error('no password')
  const outcome = await keyring.changePassword(old, next)
  if (outcome !== 'wrong password' || !(await keyring.verify(next))) return outcome
  await keyring.lock()
  return 'done'
}
