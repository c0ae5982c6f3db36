import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CopyJson } from '@/components/batches/CopyJson'
import { CopyButton } from '@/components/ui/CopyButton'
import { fold } from '@/lib/batch/state'
import { batchOf } from '../batch/batches'
import { openDom } from './dom'

vi.mock('wxt/browser', async () => ({ browser: { i18n: (await import('../i18n')).i18n } }))

const clipboard = { writeText: vi.fn<(text: string) => Promise<void>>() }

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  dom = await openDom()
  clipboard.writeText.mockReset().mockResolvedValue()
  vi.stubGlobal('navigator', { userAgent: '', platform: '', clipboard })
})
afterEach(() => dom.close())
