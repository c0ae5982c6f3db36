import { turnTo } from '../../gallery/pictures.ts'
import { showEach } from '../support/approvalStates.ts'
import { firstScreenOf } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'

/** Goes on after a failure, so that each screen is named. */
const softly = expect.configure({ soft: true })

/** Hex that a first screen may have, in per cent of its characters. */
const most = 15

test('no approval’s first screen is made of hex, in any language of the gallery @long', async ({
  chains,
  wallet,
  connected,
  dapp,
}) => {
  // Each state is loaded anew in each language.
  test.setTimeout(1_800_000)
  await showEach({ chains, wallet, connected, dapp }, async (window, { name }) => {
    // English first: what is waited for in a state is known by its English words.
    for (const language of ['en', 'es', 'zh_CN'] as const) {
      if (language !== 'en') await turnTo(window, language)
      for (const [width, height] of [
        [400, 640],
        [360, 600],
      ] as const) {
        await window.setViewportSize({ width, height })
        await expect.poll(() => window.evaluate(() => innerWidth)).toBe(width)
        await softly
          .poll(async () => (await firstScreenOf(window)).hex, `${name}, ${language}, ${width} px`)
          .toBeLessThanOrEqual(most)
      }
    }
    await turnTo(window, 'en')
  })
})
