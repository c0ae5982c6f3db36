import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { languages } from '@/components/text/messages'
import { runningNotes } from '@/components/approvals/runningNotes'
import { stranger } from '../accounts'

const call = { to: stranger, value: '0x0', data: '0x' } as const
const limited = { ...call, gas: '0x7530' } as const

describe('how several calls run is told with what it cannot promise', () => {
  test.each([
    ['in order, a call that moved may leave later ones', 'sequence', [call, call], 'running_moved'],
    ['in order, each limit is its transaction’s', 'sequence', [limited, call], 'running_moved'],
    ['as one, no call can be capped', 'atomic', [call, limited], 'running_noCap'],
  ] as const)('%s', (_, mode, calls, note) => {
    expect(runningNotes(mode, calls)).toEqual([note])
  })

  test('as one, nothing where the site sets no limit', () => {
    expect(runningNotes('atomic', [call, call])).toEqual([])
  })
})

describe.each(Object.keys(languages))('in %s', (language) => {
  const file = join(import.meta.dirname, '../../../public/_locales', language, 'messages.json')
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { message: string }>

  test.each(['upgrade_text', 'upgrade_replacesText'])('%s names where to revoke', (key) => {
    expect(texts[key]?.message).toContain(texts.smart_link?.message)
  })
})
