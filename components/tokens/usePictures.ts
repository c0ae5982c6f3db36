import type * as pictures from '@/lib/listed/pictures'
import { chunkHook } from '../hooks/chunkHook'

/** The drawings of listed tokens that ship with the wallet; without them tokens go by their first letter. */
export const usePictures = chunkHook<typeof pictures>(() => import('@/lib/listed/pictures'))
