import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAwaited } from '@/components/hooks/queries'
import { fail } from '@/lib/approvals/approvals'
import { asked } from '../approvalRows'
import { emptyDatabase } from '../database'
import { openDom } from './dom'

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  await emptyDatabase()
  dom = await openDom()
})
afterEach(() => dom.close())

/** Waits until that is drawn last: React draws what a query brings at the end of a turn. */
const drawsLast = (drawn: readonly string[], text: string) =>
  vi.waitFor(async () => {
    await dom.settle(() => setTimeout(5))
    expect(drawn.at(-1)).toBe(text)
  })

test('a request that ends as the page takes it up is never shown as gone', async () => {
  const drawn: string[] = []
  const Shown = ({ id }: { id?: string }) => {
    const all = useAwaited(id)
    const text = all
      ? `${all.pending.length} waiting, ${all.named?.state ?? 'none'} shown`
      : 'reading'
    drawn.push(text)
    return text
  }
  const { row, outcome } = await asked()
  await dom.show(Shown, {})
  await drawsLast(drawn, '1 waiting, none shown')
  await fail(row.id, { code: 5760, message: 'not possible' })
  await outcome
  await drawsLast(drawn, '0 waiting, none shown')

  drawn.length = 0
  await dom.again({ id: row.id })
  await drawsLast(drawn, '0 waiting, rejected shown')
  expect(drawn).not.toContain('0 waiting, none shown')
})
