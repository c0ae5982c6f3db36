import { Fragment, type ReactNode } from 'react'
import layout from './layout.module.css'

/** Names and values, one pair a line. */
export const Facts = ({
  rows,
}: {
  rows: readonly (readonly [name: string, value: ReactNode])[]
}) => (
  <dl className={layout.pairs}>
    {rows.map(([name, value]) => (
      <Fragment key={name}>
        <dt className={layout.muted}>{name}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
)
