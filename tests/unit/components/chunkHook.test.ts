import { createElement, Fragment } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chunkHook } from '@/components/hooks/chunkHook'
import { openDom } from './dom'

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  dom = await openDom()
})
afterEach(() => dom.close())

test('two components that are drawn before a chunk is there both get it', async () => {
  const chunk = { text: 'loaded' }
  /** Settles at once, so that the first component's effect has it before the second one's runs. */
  const settled = { then: (use: (found: typeof chunk) => void) => use(chunk) }
  const useChunk = chunkHook(() => settled as unknown as Promise<typeof chunk>)
  const Part = () => {
    const found = useChunk()
    return createElement('p', {}, typeof found === 'object' ? found.text : 'none')
  }
  const Both = () => createElement(Fragment, {}, createElement(Part), createElement(Part))
  await dom.show(Both, {})
  expect(dom.text()).toBe('loadedloaded')
})
