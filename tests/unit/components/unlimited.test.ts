import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import english from '@/public/_locales/en/messages.json'
import spanish from '@/public/_locales/es/messages.json'
import french from '@/public/_locales/fr/messages.json'
import turkish from '@/public/_locales/tr/messages.json'

type Messages = Partial<Record<string, { message: string }>>

/** Renders an amount without a ceiling for a user who chose a language. */
const unlimited = async (chosen: string, messages: Messages): Promise<string> => {
  vi.resetModules()
  vi.stubGlobal('localStorage', { getItem: () => chosen })
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      Response.json(
        url.includes('/languages/')
          ? Object.keys(english).map((key) => messages[key]?.message)
          : english,
      ),
    ),
  )
  await (await import('@/components/text/messages')).loadMessages()
  const { Amount } = await import('@/components/ui/Amount')
  const token = { symbol: 'USDC', decimals: 6 }
  const amount = createElement(Amount, { amount: 0n, token, isUnlimited: true })
  return renderToStaticMarkup(amount).replace(/<[^>]*>/g, '')
}

// Other tests load the page's modules anew, in English.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test.each([
  ['en', english, 'unlimited USDC'],
  ['es', spanish, 'USDC sin límite'],
  ['fr', french, 'USDC sans limite'],
  ['tr', turkish, 'sınırsız USDC'],
] as const)(
  'in %s, "unlimited" stands where the language has it',
  async (chosen, messages, text) => {
    expect(await unlimited(chosen, messages)).toBe(text)
  },
)
