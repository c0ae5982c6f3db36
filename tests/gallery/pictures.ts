import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { firstScreenOf } from '../e2e/support/accessibility.ts'
import { extensionFor } from '../e2e/support/stage.ts'
import { test as base } from '../e2e/support/test.ts'
import { speakFromRight, standIn } from './fromRight.ts'

/** Folder that `npm run gallery` fills. */
export const gallery = join(import.meta.dirname, '../../.output/gallery')

/** One picture of the gallery; `hex`: share of digits on an approval's first screen, in per cent. */
export type Picture = {
  file: string
  name: string
  language: Language
  scheme: Scheme
  size: string
  hex?: number
}

/**
 * Languages of the pictures: folder of `_locales`, how a page tells which one it is in, and whence it runs. `rtl` is
 * English from the right, which no package has.
 */
export const languages = {
  en: { folder: 'en', lang: 'en', dir: 'ltr' },
  es: { folder: 'es', lang: 'es', dir: 'ltr' },
  zh_CN: { folder: 'zh_CN', lang: 'zh-CN', dir: 'ltr' },
  fr: { folder: 'fr', lang: 'fr', dir: 'ltr' },
  de: { folder: 'de', lang: 'de', dir: 'ltr' },
  pt_BR: { folder: 'pt_BR', lang: 'pt-BR', dir: 'ltr' },
  ja: { folder: 'ja', lang: 'ja', dir: 'ltr' },
  ko: { folder: 'ko', lang: 'ko', dir: 'ltr' },
  vi: { folder: 'vi', lang: 'vi', dir: 'ltr' },
  tr: { folder: 'tr', lang: 'tr', dir: 'ltr' },
  rtl: { folder: standIn, lang: standIn, dir: 'rtl' },
} as const
export type Language = keyof typeof languages

/** Test in a browser whose wallet speaks from the right, too. */
export const test = base.extend<object, { extension: string }>({
  extension: [
    async ({ builtFor, chains }, use) => {
      const folder = await extensionFor(builtFor, chains)
      if (everyLanguage.includes('rtl')) await speakFromRight(folder)
      await use(folder)
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
})

/** Languages that a gallery is taken in: those it was asked for, or a few; English always, by whose words a state is known. */
export const everyLanguage: readonly Language[] = (() => {
  const asked = process.env.VOLLEY_LANGUAGES?.split(',') ?? ['es', 'zh_CN', 'rtl']
  const found = (Object.keys(languages) as Language[]).filter((one) => asked.includes(one))
  return ['en', ...found.filter((one) => one !== 'en')]
})()

const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

/** Sizes in px of CSS. Zoomed to 200 %, a popup has half as many each way. */
export const sizes = {
  popup: { width: 360, height: 600 },
  window: { width: 400, height: 640 },
  wide: { width: 1100, height: 760 },
  zoomed: { width: 180, height: 300 },
} as const

export const approvalSizes = ['popup', 'window', 'zoomed'] as const
export const screenSizes = ['popup', 'wide', 'zoomed'] as const

/** Turns a page to a language, and waits until nothing in it is still being found out. */
export const turnTo = async (page: Page, language: Language) => {
  const { folder, lang, dir } = languages[language]
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), folder)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', lang)
  await page.evaluate((to) => {
    document.documentElement.dir = to
  }, dir)
  await page.getByRole('heading').first().waitFor()
  await expect(page.locator('[class*="skeleton"]')).toHaveCount(0)
}

const fileOf = (parts: string[]) => `${parts.join('-').replace(/[^\w-]+/g, '_')}.png`

/** Takes a page in each colour scheme and at each size. */
export const takePictures = async (
  page: Page,
  {
    name,
    language,
    at,
    isApproval,
  }: {
    name: string
    language: Language
    at: readonly (keyof typeof sizes)[]
    isApproval: boolean
  },
): Promise<Picture[]> => {
  const taken: Picture[] = []
  for (const size of at) {
    await page.setViewportSize(sizes[size])
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      // At another size there may be more rows, whose parts are then loaded.
      await expect(page.locator('[class*="skeleton"]')).toHaveCount(0)
      const file = fileOf([name, language, size, scheme])
      await page.screenshot({ path: join(gallery, file), fullPage: !isApproval })
      const picture = { file, name, language, scheme, size }
      taken.push(isApproval ? { ...picture, hex: (await firstScreenOf(page)).hex } : picture)
    }
  }
  return taken
}

/** Parts of the gallery: each is what one test takes. */
export const parts = [
  'approvals',
  'decisions',
  'screens',
  'priced screens',
  'devices',
  'QR devices',
] as const
export type Part = (typeof parts)[number]

/** Writes down what a part of the gallery holds. */
export const writePart = async (part: Part, pictures: Picture[]) => {
  await mkdir(gallery, { recursive: true })
  await writeFile(join(gallery, `${part}.json`), JSON.stringify(pictures, null, 1))
}
