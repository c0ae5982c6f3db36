import { columns, phases, show } from './columns.ts'
import type { Cell } from './faultMatrix.ts'

/** Formats the cells as a table for each way to run: faults down, phases across, a cross for a wrong one. */
export const tables = (cells: readonly Cell[]): string => {
  const names = [...new Set(cells.map(({ fault }) => fault))]
  const first = Math.max(...names.map(({ length }) => length))
  const line = (name: string, texts: readonly string[]) =>
    `  ${name.padEnd(first)}  ${texts.map((text) => text.padEnd(15)).join('')}`.trimEnd()
  return columns
    .flatMap((column) => {
      const rows = names.map((name) => {
        const texts = phases.map((phase) => {
          const cell = cells.find(
            (one) => one.fault === name && one.column === column && one.phase === phase,
          )
          return cell ? `${show(cell.outcome)}${cell.wrong.length > 0 ? ' ✗' : ''}` : '-'
        })
        return texts.every((text) => text === '-') ? [] : line(name, texts)
      })
      return [column.name, line('', phases), ...rows.flat(), '']
    })
    .join('\n')
}
