import layout from './layout.module.css'

/**
 * The first and the last eight digits of an address, the whole one under the pointer. Four each where the same screen
 * has the eight already, and nobody else on it shares the four.
 */
export const ShortAddress = ({
  value,
  isRepeated = false,
}: {
  value: string
  isRepeated?: boolean
}) => {
  const digits = isRepeated ? 4 : 8
  return (
    <bdi className={layout.code} title={value}>
      {value.slice(0, 2 + digits)}…{value.slice(-digits)}
    </bdi>
  )
}
