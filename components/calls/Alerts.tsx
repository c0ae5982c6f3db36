import { TriangleAlert } from 'lucide-react'
import type { Address } from 'viem'
import type { DecodedCall } from '@/lib/decode/reading'
import { alertsOf } from './alertsOf'
import layout from '../ui/layout.module.css'
import styles from './CallRow.module.css'

/** Dangers of the calls within a call, whether it is opened or not. */
export const Alerts = ({ reading, from }: { reading: DecodedCall; from: Address }) =>
  alertsOf(reading, from).map((alert) => (
    <p key={alert} className={`${layout.row} ${layout.tight} ${layout.warn} ${styles.under}`}>
      <TriangleAlert size={16} aria-hidden />
      {alert}
    </p>
  ))
