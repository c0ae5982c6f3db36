import { Fragment, type ReactNode } from 'react'
import styles from './Facts.module.css'

/** Names and values, one pair a line. */
export const Facts = ({
  rows,
}: {
  rows: readonly (readonly [name: string, value: ReactNode])[]
}) => (
  <dl className={styles.facts}>
    {rows.map(([name, value]) => (
      <Fragment key={name}>
        <dt className={styles.name}>{name}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
)
