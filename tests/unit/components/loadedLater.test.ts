import { createElement, Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadedLater } from '@/components/hooks/loadedLater'
import { openDom } from './dom'

let dom: Awaited<ReturnType<typeof openDom>>
beforeEach(async () => {
  dom = await openDom()
  // React shows at once what a test acts out, and no browser has it do so.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
})
afterEach(() => dom.close())

/** Lets everything happen that waits for nothing but its turn. */
const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const draw = async (Part: ReturnType<typeof loadedLater<{ text: string }>>) => {
  const { createRoot } = await import('react-dom/client')
  const main = document.querySelector('main')
  if (!main) throw new Error('no place to draw in')
  const errors: unknown[] = []
  const root = createRoot(main, { onUncaughtError: (error) => errors.push(error) })
  const part = createElement(Part, { text: 'shown' })
  root.render(createElement(Suspense, { fallback: null }, part))
  await turns()
  return { text: () => main.textContent, errors, end: () => root.unmount() }
}

test('a part is shown as soon as it is loaded, with no wait after the empty place that it had', async () => {
  let give = (_: (props: { text: string }) => string): void => undefined
  const Part = loadedLater<{ text: string }>(() => new Promise((resolve) => (give = resolve)))
  const drawn = await draw(Part)
  expect(drawn.text()).toBe('')
  give(({ text }) => text)
  await turns()
  expect(drawn.text()).toBe('shown')
  drawn.end()
})

test('a part that was loaded ahead is shown at once', async () => {
  const Part = loadedLater<{ text: string }>(() => Promise.resolve(({ text }) => text))
  await Part.ahead()
  const drawn = await draw(Part)
  expect(drawn.text()).toBe('shown')
  drawn.end()
})

test('a part that cannot be loaded is an error of the page', async () => {
  const Part = loadedLater<{ text: string }>(() => Promise.reject(new Error('no such file')))
  const drawn = await draw(Part)
  expect(drawn.errors).toEqual([new Error('a part of the page could not be loaded')])
  drawn.end()
})
