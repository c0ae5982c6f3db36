import { unclear as show } from '../batch/clearActivity'
import type { Handler } from './door'

/** Takes a clearing back. */
export const unclear: Handler<'unclear'> = async ({ at }) => {
  await show(at)
  return null
}
