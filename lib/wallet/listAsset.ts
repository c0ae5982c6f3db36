import { list } from '../holdings/list'
import type { Handler } from './door'

/** Lists a token that the user named, once the chain has confirmed it. */
export const listAsset: Handler<'listAsset'> = async (asset) => {
  const write = await list(asset)
  if (typeof write === 'string') return write
  await write()
  return 'done'
}
