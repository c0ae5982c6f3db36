import type { Argument } from '@/lib/decode/reading'
import { count } from '../text/amount'
import { argumentRows, valueText } from './argumentRows'
import styles from '../ui/table.module.css'
import layout from '../ui/layout.module.css'
import { t } from '../text/messages'

/** As many as anyone reads. */
const most = 100

/** A function's arguments as they stand in the data, one a row, those within others by their path. */
export const Arguments = ({ args }: { args: readonly Argument[] }) => {
  const rows = argumentRows(args)
  return (
    <table className={`${styles.table} ${styles.fixed}`} aria-label={t('call_arguments')}>
      <tbody>
        {rows.slice(0, most).map((row) => (
          <tr key={row.path}>
            <th scope="row" className={styles.name}>
              {row.path} <span className={`${layout.block} ${layout.muted}`}>{row.type}</span>
            </th>
            <td className={layout.mono}>
              <bdi>{valueText(row)}</bdi>
            </td>
          </tr>
        ))}
        {rows.length > most && (
          <tr>
            <td colSpan={2}>{t('call_moreRows', count(rows.length - most))}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
