import type { Hex } from 'viem'
import { CopyButton } from '../ui/CopyButton'
import layout from '../ui/layout.module.css'
import styles from '../ui/digits.module.css'

/** A digest to compare with another machine: whole, four digits apart for the eye, one text to copy. */
export const Digest = ({ name, value }: { name: string; value: Hex }) => (
  <div>
    <dt className={layout.muted}>{name}</dt>
    <dd className={`${layout.split} ${layout.atTop}`}>
      <span className={styles.digest}>
        {(value.match(/^0x|.{4}/g) ?? []).map((digits, at) => (
          // Groups have no identity but their place.
          <span key={at} className={at > 0 ? styles.word : undefined}>
            {digits}
            {at > 0 && <wbr />}
          </span>
        ))}
      </span>
      <CopyButton text={value} what={name} />
    </dd>
  </div>
)
