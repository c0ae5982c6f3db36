import { Fragment, type ReactNode } from 'react'
import list from '../ui/List.module.css'
import { LongList } from '../ui/LongList'
import layout from '../ui/layout.module.css'

/** From so many on, only those near what is on the screen are there. */
const long = 20

/** Tokens, each as `render` has it; of many only those in sight exist. */
export const TokenList = <Item extends { address: string; tokenId?: string }>({
  items,
  render,
}: {
  items: readonly Item[]
  render: (item: Item) => ReactNode
}) => {
  const keyOf = ({ address, tokenId = '' }: Item) => `${address}:${tokenId}`
  if (items.length >= long)
    return (
      <LongList
        count={items.length}
        estimate={77}
        itemClass={`${layout.ruled} ${layout.aired}`}
        render={(index) => {
          const item = items[index]
          return item && <Fragment key={keyOf(item)}>{render(item)}</Fragment>
        }}
      />
    )
  return (
    <ul className={list.list}>
      {items.map((item) => (
        <li key={keyOf(item)} className={list.item}>
          {render(item)}
        </li>
      ))}
    </ul>
  )
}
