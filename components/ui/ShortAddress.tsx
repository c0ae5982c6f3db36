import layout from './layout.module.css'

/** The first and the last eight digits of an address, the whole one under the pointer. */
export const ShortAddress = ({ value }: { value: string }) => (
  <bdi className={layout.code} title={value}>
    {value.slice(0, 10)}…{value.slice(-8)}
  </bdi>
)
