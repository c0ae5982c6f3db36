import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { nativeAtMost } from '../text/native'
import { ListedAddress } from '../ui/ListedAddress'
import list from '../ui/List.module.css'
import { useBalances } from './useBalances'

/** Addresses with their paths, and what each has on a chain if there is one to ask; `children` acts on one. */
export const AddressList = <Found extends { address: Address }>({
  found,
  pathOf,
  chainId,
  children,
}: {
  found: readonly Found[]
  pathOf: (one: Found) => string
  chainId: number | undefined
  children: (one: Found) => ReactNode
}) => {
  const balances = useBalances(chainId, found)
  return (
    <ul className={list.list}>
      {found.map((one) => {
        const balance = balances[one.address]
        return (
          <li key={pathOf(one)} className={list.item}>
            <ListedAddress value={one.address} />
            <div className={list.line}>
              <span className={list.muted}>
                {pathOf(one)}
                {balance &&
                  chainId !== undefined &&
                  ` · ${nativeAtMost(BigInt(balance), 5, chainId)}`}
              </span>
              {children(one)}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
