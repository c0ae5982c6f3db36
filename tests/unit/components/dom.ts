// Base UI decides for all tests of a worker, when the first of them loads it, if there is a document: never this one.
import '@base-ui/react/collapsible'
import { vi } from 'vitest'
import { act, createElement, type FunctionComponent } from 'react'
import type { Root } from 'react-dom/client'
import { parseHTML } from 'linkedom'

const names = [
  'window',
  'document',
  'Node',
  'HTMLElement',
  'HTMLIFrameElement',
  'MutationObserver',
] as const

/**
 * A document for components that act, which strings of markup cannot show. Its globals go when it is closed:
 * test files share a worker, and libraries look for a window.
 */
export const openDom = async () => {
  const { window } = parseHTML('<html><body><main></main></body></html>')
  const own = window as unknown as Record<string, unknown>
  for (const name of names) vi.stubGlobal(name, name === 'window' ? window : own[name])
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const { createRoot } = await import('react-dom/client')
  const main = window.document.querySelector('main') as unknown as HTMLElement
  let root: Root | undefined
  let shown: FunctionComponent<never> | undefined

  const button = (name: string) => {
    const found = [...main.querySelectorAll('button')].find(
      ({ textContent }) => textContent === name,
    )
    if (!found) throw new Error(`no button ${name} in ${main.innerHTML}`)
    return found
  }
  return {
    show: <Props extends object>(Shown: FunctionComponent<Props>, props: Props) =>
      act(async () => {
        root = createRoot(main)
        shown = Shown
        root.render(createElement(Shown, props))
        await Promise.resolve()
      }),
    /** Draws the same component with other props. */
    again: (props: object) =>
      act(async () => {
        if (shown) root?.render(createElement(shown as FunctionComponent<object>, props))
        await Promise.resolve()
      }),
    /** Runs something, and all that follows from it. */
    settle: (run: () => unknown) =>
      act(async () => {
        await run()
      }),
    press: (name: string) =>
      act(async () => {
        button(name).dispatchEvent(new (own.Event as typeof Event)('click', { bubbles: true }))
        await Promise.resolve()
      }),
    isOff: (name: string) => button(name).getAttribute('aria-disabled') === 'true',
    /** The classes of a button, which tell its kind. */
    classOf: (name: string) => button(name).className.split(' '),
    text: () => main.textContent,
    close: async () => {
      await act(() => Promise.resolve(root?.unmount()))
      // A part that still loads tells React of it, which looks for the window.
      await vi.dynamicImportSettled()
      vi.unstubAllGlobals()
    },
  }
}
