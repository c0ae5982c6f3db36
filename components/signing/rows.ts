import type { Struct, TypedData, Value } from '@/lib/sign/typedData'
import type { StructField } from '@/lib/sign/types'

/** One line of typed data: a value, or how many values stand below it. */
export type DataRow = { depth: number; name: string; type: string; value: string | undefined }

/** A struct of typed data line by line, nested values below what holds them. */
export const typedDataRows = (
  types: TypedData['types'],
  fields: readonly StructField[],
  struct: Struct,
): DataRow[] => {
  const rows: DataRow[] = []
  const add = (depth: number, name: string, type: string, value: Value | undefined): void => {
    if (typeof value !== 'object') {
      rows.push({ depth, name, type, value: String(value) })
      return
    }
    rows.push({ depth, name, type, value: undefined })
    const inner = type.slice(0, type.lastIndexOf('['))
    if (Array.isArray(value)) value.forEach((item, at) => add(depth + 1, `[${at}]`, inner, item))
    else
      for (const field of types[type] ?? [])
        add(depth + 1, field.name, field.type, value[field.name])
  }
  for (const { name, type } of fields) add(0, name, type, struct[name])
  return rows
}
