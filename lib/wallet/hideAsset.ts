import { journal } from '../db'
import { watchedKey } from '../holdings/proposed'
import type { Handler } from './door'

/** Hides a token, wherever it came from; one that is shown again is listed by the user's wish. */
export const hideAsset: Handler<'hideAsset'> = async ({ chainId, asset, isHidden }) => {
  const key = watchedKey(chainId, asset)
  await journal.transaction('rw', journal.assets, async () => {
    const { isHidden: _, ...row } = (await journal.assets.get(key)) ?? {
      key,
      chainId,
      ...asset,
      addedAt: Date.now(),
    }
    await journal.assets.put(isHidden ? { ...row, isHidden: true } : row)
  })
  return null
}
