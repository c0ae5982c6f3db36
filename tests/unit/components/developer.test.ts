import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import { Developer } from '@/components/settings/Developer'

// Test files share modules in a worker: these have to be loaded with this file's fakes.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
vi.mock('@/components/store/session', () => ({ wallet: () => Promise.resolve({}) }))
vi.mock('@/components/settings/useSetting', () => ({ useSetting: () => false }))

test('the choice says before it is taken that sites of this computer get no rest', () => {
  expect(renderToStaticMarkup(createElement(Developer))).toContain(
    'Also affects sites that run on this computer. They can ask again right after three rejections.',
  )
})
