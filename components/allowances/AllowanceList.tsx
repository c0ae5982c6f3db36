import { Fragment } from 'react'
import type { StandingAllowance } from '@/lib/allowances/allowances'
import { grantKey } from '@/lib/allowances/grant'
import type { Place } from '../calls/place'
import { Checkbox } from '../ui/Checkbox'
import list from '../ui/List.module.css'
import { LongList } from '../ui/LongList'
import { AllowanceText } from './AllowanceText'
import layout from '../ui/layout.module.css'

/** From so many on, only those near what is on the screen are there. */
const long = 20

/** Allowances to choose from; without `onChoose` they can only be looked at. */
export const AllowanceList = ({
  items,
  place,
  chosen,
  onChoose,
}: {
  items: readonly StandingAllowance[]
  place: Place
  chosen: ReadonlySet<string>
  onChoose: ((key: string, isChosen: boolean) => void) | undefined
}) => {
  const line = (one: StandingAllowance) => {
    const key = grantKey(one.grant)
    const text = <AllowanceText one={one} place={place} />
    return onChoose ? (
      <Checkbox isChecked={chosen.has(key)} onChange={(is) => onChoose(key, is)}>
        {text}
      </Checkbox>
    ) : (
      text
    )
  }
  if (items.length >= long)
    return (
      <LongList
        count={items.length}
        estimate={112}
        itemClass={`${layout.ruled} ${layout.aired}`}
        render={(index) => {
          const one = items[index]
          return one && <Fragment key={grantKey(one.grant)}>{line(one)}</Fragment>
        }}
      />
    )
  return (
    <ul className={list.list}>
      {items.map((one) => (
        <li key={grantKey(one.grant)} className={onChoose ? layout.ruled : list.item}>
          {line(one)}
        </li>
      ))}
    </ul>
  )
}
