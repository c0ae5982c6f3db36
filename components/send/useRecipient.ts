import { useState } from 'react'
import type { Address } from 'viem'
import { registryOf } from '@/lib/names/nameRegistry'
import { findNetwork } from '@/lib/network/networks'
import type { Network } from '@/lib/network/network'
import { useDebounced } from '../hooks/useDebounced'
import { wallet } from '../store/session'
import { sentenceOfError } from '../text/errors'
import { t, type Key } from '../text/messages'
import type { Typed } from './recipient'

/** Typing rests for so long, in ms, before a name is looked up. */
const rest = 300

const noneOf = {
  'no address': 'name_noAddress',
  elsewhere: 'name_elsewhere',
  'no network': 'name_noNetwork',
} as const satisfies Record<string, Key>

const wrongOf = {
  checksum: 'to_checksum',
  length: 'to_length',
  zero: 'to_zero',
  neither: 'to_neither',
} as const satisfies Record<string, Key>

/** The recipient of a payment: the address, the name that it was found by, or what is wrong with what was typed. */
export type Recipient = {
  address?: Address
  name?: string
  problem?: string
  /** The network whose node is asked for the name now. */
  asked?: Network
  /** The network whose node would have to be asked, and is not without a click on `ask`. */
  unasked?: { network: Network; ask: () => void }
}

type Found = { text: string; address?: Address; name?: string; problem?: string }

const lookUp = async (text: string): Promise<Found> => {
  const { normalize } = await import('./normalize')
  let name: string
  try {
    name = normalize(text)
  } catch {
    return { text, problem: t('name_invalid') }
  }
  try {
    const found = await wallet('resolveName', { name })
    if ('address' in found) return { text, name, address: found.address }
    return { text, problem: t(noneOf[found.none]) }
  } catch (error) {
    return { text, problem: sentenceOfError(error) }
  }
}

/**
 * Looks a name up once typing rests; an address is what it is. Only the node of the form's own network is
 * asked at once; that of another network waits for a click, as it may never have heard of this user.
 */
export const useRecipient = (typed: Typed, chainId: number): Recipient => {
  const [found, setFound] = useState<Found>()
  const [agreed, setAgreed] = useState<number>()
  const text = typed.kind === 'name' ? typed.name : undefined
  const keeper = text === undefined ? undefined : findNetwork(registryOf(text).chainId)
  const isUnasked = keeper !== undefined && ![chainId, agreed].includes(keeper.chainId)

  useDebounced(
    () => {
      if (text === undefined || isUnasked) return
      let isOver = false
      void lookUp(text).then((answer) => isOver || setFound(answer))
      return () => {
        isOver = true
      }
    },
    rest,
    [text, isUnasked],
  )

  if (typed.kind === 'address') return { address: typed.address }
  if (typed.kind === 'wrong') return { problem: t(wrongOf[typed.why]) }
  if (typed.kind === 'empty') return {}
  if (isUnasked) return { unasked: { network: keeper, ask: () => setAgreed(keeper.chainId) } }
  if (found?.text !== text || !found) return keeper ? { asked: keeper } : {}
  const { text: _, ...known } = found
  return known
}
