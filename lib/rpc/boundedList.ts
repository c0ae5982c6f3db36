import * as v from 'valibot'

/** Schema of a list of at most `most` items, which are counted before the first of them is looked at. */
export const boundedList = <Item extends v.GenericSchema>(
  item: Item,
  most: number,
  message?: string,
) => v.pipe(v.array(v.unknown()), v.maxLength(most, message), v.array(item))
