import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { skeletonsOf } from '@/lib/listed/skeletons'
import { nameAt } from '@/lib/names/reverse'
import { useAccounts, useContacts } from '../hooks/queries'
import { wallet } from '../store/session'
import { useListed } from '../tokens/useListed'

/** The parts of a name without the registry's own. */
const labelsOf = (name: string): string[] => name.replace(/(?:\.base)?\.eth$/, '').split('.')

/** Tells if a part of a name looks like a part of one that the user knows by somebody else. */
export const looksLikeKnown = (name: string, known: readonly string[]): boolean => {
  const looks = new Set(known.flatMap(labelsOf).flatMap(skeletonsOf))
  return labelsOf(name).some((label) => skeletonsOf(label).some((look) => looks.has(look)))
}

/** Asks the network's own node for the name of an address. Throws if it is silent. */
const ask = (chainId: number, address: Address): Promise<string | undefined> =>
  nameAt(chainId, address, {
    read: (reads) => wallet('readContracts', { chainId, reads: [...reads], at: 'latest' }),
    resolve: (name) => wallet('resolveName', { name }),
  })

/**
 * The name that an address has by its own record on a network; undefined for none, while it is asked for, and for one that
 * looks like the name of an account, a contact or a listed token: nobody is to be taken for those.
 */
export const useRecordedName = (address: Address, chainId: number): string | undefined => {
  const [found, setFound] = useState<{ at: string; name: string | undefined }>()
  const [accounts, contacts, listed] = [useAccounts(), useContacts(), useListed()]
  const at = `${chainId} ${address}`

  useEffect(() => {
    let isOver = false
    ask(chainId, address).then(
      (name) => isOver || setFound({ at, name }),
      // A silent node names nobody.
      () => isOver || setFound({ at, name: undefined }),
    )
    return () => {
      isOver = true
    }
  }, [at, address, chainId])

  if (found?.at !== at || found.name === undefined) return undefined
  if (!accounts || !contacts || !listed || listed === 'failed') return undefined
  const known = [
    ...[...accounts, ...contacts].map(({ name }) => name),
    ...listed.listedOn(chainId).flatMap(({ symbol, name = symbol }) => [symbol, name]),
  ]
  return looksLikeKnown(found.name, known) ? undefined : found.name
}
