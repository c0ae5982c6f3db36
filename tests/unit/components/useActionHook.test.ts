import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAction } from '@/components/hooks/useAction'
import { openDom } from './dom'

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  dom = await openDom()
})
afterEach(() => dom.close())

/** The action's runs, which a test ends in the order that it likes. */
type Run = { name: string; end: (problem?: string) => void; fail: (error: Error) => void }

const shown = async () => {
  const runs: Run[] = []
  await dom.show(() => {
    const { run, isPending, error } = useAction(
      (name: string) =>
        new Promise<string | undefined>((end, fail) => {
          runs.push({ name, end, fail })
        }),
    )
    return createElement(
      'div',
      {},
      `${isPending ? 'pending' : 'idle'}, ${error ?? 'no error'}`,
      createElement('button', { onClick: () => run('a') }, 'a'),
      createElement('button', { onClick: () => run('b') }, 'b'),
    )
  }, {})
  return runs
}

const state = () => dom.text().replace(/ab$/, '')

test('an action is pending until it ends, and its problem stays until the next run', async () => {
  const runs = await shown()
  expect(state()).toBe('idle, no error')
  await dom.press('a')
  expect(state()).toBe('pending, no error')
  await dom.settle(() => runs[0]?.end('too late'))
  expect(state()).toBe('idle, too late')
  await dom.press('b')
  expect(state()).toBe('pending, no error')
  await dom.settle(() => runs[1]?.end())
  expect(state()).toBe('idle, no error')
  expect(runs.map(({ name }) => name)).toEqual(['a', 'b'])
})

test('an action that throws ends, with the sentence for it and not its own words', async () => {
  const runs = await shown()
  await dom.press('a')
  await dom.settle(() => runs[0]?.fail(new Error('https://node.example/KEY')))
  expect(state()).toMatch(/^idle, /)
  expect(state()).not.toMatch(/KEY|no error/)
})

test('an earlier run that ends late says nothing about the one that is waited for', async () => {
  const runs = await shown()
  await dom.press('a')
  await dom.press('b')
  await dom.settle(() => runs[0]?.end('of a'))
  expect(state()).toBe('pending, no error')
  await dom.settle(() => runs[1]?.end('of b'))
  expect(state()).toBe('idle, of b')
})

test('a page that draws as a browser shows the action within the click, so that a second one finds it', async () => {
  const runs = await shown()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const [button] = document.querySelectorAll('button')
  button?.dispatchEvent(new window.Event('click', { bubbles: true }))
  for (let step = 0; step < 3; step++) await Promise.resolve()
  expect(state()).toBe('pending, no error')
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await dom.settle(() => runs[0]?.end())
})
