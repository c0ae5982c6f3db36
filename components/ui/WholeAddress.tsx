import { Fragment, type ReactNode } from 'react'
import { t } from '../text/messages'
import { CopyButton } from './CopyButton'
import layout from './layout.module.css'
import styles from './digits.module.css'

/** A whole address in groups of four digits, to be compared and copied; `children`: further ways to look at it. */
export const WholeAddress = ({ value, children }: { value: string; children?: ReactNode }) => (
  <span className={layout.joined}>
    <bdi className={styles.address} title={value}>
      {value.slice(0, 2)}
      {value
        .slice(2)
        .match(/.{1,4}/g)
        ?.map((group, index) => (
          <Fragment key={index}>
            {index > 0 && <wbr />}
            <span className={index > 0 ? styles.group : undefined}>{group}</span>
          </Fragment>
        ))}
    </bdi>
    <CopyButton text={value} what={t('address')} />
    {children}
  </span>
)
