import { Fragment, type ReactNode } from 'react'
import { countedForm, number as written, pieces, type CountedKey, type Key } from './messages'

/** A sentence with elements in it: the first child stands for `$1`, the second for `$2` … */
export const Text = ({ id, values }: { id: Key; values: readonly ReactNode[] }) =>
  pieces(id).map((piece, at) => (
    <Fragment key={at}>{typeof piece === 'number' ? values[piece] : piece}</Fragment>
  ))

/** A counted sentence with elements in it; `$1` is the number, the first child stands for `$2`. */
export const Counted = (props: {
  stem: CountedKey
  number: number
  values: readonly ReactNode[]
}) => (
  <Text
    id={countedForm(props.stem, props.number)}
    values={[written(props.number), ...props.values]}
  />
)
