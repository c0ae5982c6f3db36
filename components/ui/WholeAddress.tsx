import { Fragment, type ReactNode } from 'react'
import { groupsOf } from '../text/groups'
import { t } from '../text/messages'
import { CopyButton } from './CopyButton'
import { HeardAddress } from './HeardAddress'
import layout from './layout.module.css'
import styles from './digits.module.css'

/** A whole address in groups of four digits, to be compared and copied; `children`: further ways to look at it. */
export const WholeAddress = ({ value, children }: { value: string; children?: ReactNode }) => {
  const [prefix, ...groups] = groupsOf(value)
  return (
    <span className={layout.joined}>
      <HeardAddress value={value}>
        <bdi className={styles.address} title={value}>
          {prefix}
          {groups.map((group, index) => (
            <Fragment key={index}>
              {index > 0 && <wbr />}
              <span className={index > 0 ? styles.group : undefined}>{group}</span>
            </Fragment>
          ))}
        </bdi>
      </HeardAddress>
      <CopyButton text={value} what={t('address')} />
      {children}
    </span>
  )
}
