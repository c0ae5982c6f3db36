import * as v from 'valibot'
import { expected } from './schemaTexts'

/** Schema of a list of at most `most` items, which are counted before the first of them is looked at. */
export const boundedList = <Item extends v.GenericSchema>(
  item: Item,
  most: number,
  message?: string,
) =>
  v.pipe(
    v.custom<v.InferInput<Item>[]>(Array.isArray, ({ input }) => expected('array', input)),
    v.maxLength(most, message),
    v.array(item),
  )
