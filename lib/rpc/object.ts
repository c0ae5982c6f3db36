import * as v from 'valibot'
import { expected } from './schemaTexts'

const canBeAbsent: readonly string[] = ['optional', 'exact_optional', 'nullish']

const isPlain = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)

const plain = <Sent extends object>(message?: string) =>
  v.custom<Sent>(isPlain, message ?? (({ input }) => expected('object', input)))

/**
 * Schema of an object that is no list, which gives it with all fields that may not be absent. valibot by itself
 * takes a list for an object, and has an absent field only missing where its schema says what it must be.
 */
const whole = <Entries extends v.ObjectEntries>(entries: Entries, message?: string) => {
  const absent = Object.fromEntries(
    Object.entries(entries).flatMap(([name, { type }]) =>
      canBeAbsent.includes(type) ? [] : [[name, undefined]],
    ),
  )
  return v.pipe(
    plain<v.InferInput<v.ObjectSchema<Entries, undefined>>>(message),
    v.transform((value): object => ({ ...absent, ...value })),
  )
}

/** Schema of an object with these fields; others are dropped. */
export const object = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(whole(entries), v.object(entries))

/** Schema of an object with these fields and no others. */
export const strictObject = <Entries extends v.ObjectEntries>(entries: Entries, message?: string) =>
  v.pipe(whole(entries, message), v.strictObject(entries, message))

/** Schema of an object with any fields, whose names and values are those of these schemas. */
export const record = <Name extends v.GenericSchema<string, string>, Value extends v.GenericSchema>(
  name: Name,
  value: Value,
) =>
  v.pipe(
    plain<Record<string, v.InferInput<Value>>>(),
    // valibot leaves some names out, such as `constructor`, and asks nobody.
    v.check((given) => Object.keys(given).every((one) => v.is(name, one))),
    v.record(name, value),
  )
