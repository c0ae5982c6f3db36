import layout from './layout.module.css'

/** An address or hash, always whole; too long for its line, it breaks in the middle. */
export const Hex = ({ value }: { value: string }) => {
  const half = Math.ceil(value.length / 2)
  return (
    <span className={layout.code}>
      {value.slice(0, half)}
      <wbr />
      {value.slice(half)}
    </span>
  )
}
