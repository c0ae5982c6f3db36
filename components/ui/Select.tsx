import { ChevronDown } from 'lucide-react'
import styles from './Select.module.css'

/** A choice among a few, by the browser's own list; `label` is its name. */
export const Select = <Value extends string | number>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: Value
  options: readonly (readonly [value: Value, text: string])[]
  onChange: (value: Value) => void
}) => (
  <span className={styles.box}>
    <select
      className={styles.select}
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = options[target.selectedIndex]
        if (chosen) onChange(chosen[0])
      }}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
    <ChevronDown className={styles.arrow} size={16} aria-hidden />
  </span>
)
