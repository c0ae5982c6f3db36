import layout from './layout.module.css'

/** The first and the last digits of an address, eight each by default, the whole one under the pointer. */
export const ShortAddress = ({
  value,
  start = 8,
  end = 8,
}: {
  value: string
  start?: number
  end?: number
}) => (
  <bdi className={layout.code} title={value}>
    {value.slice(0, 2 + start)}…{value.slice(-end)}
  </bdi>
)
