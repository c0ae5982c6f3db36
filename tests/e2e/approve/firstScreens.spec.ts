import { approvalStates, showEach } from '../support/approvalStates.ts'
import { firstScreenOf } from '../support/firstScreen.ts'
import { expect, test } from '../support/test.ts'

/** Hex that a first screen may have, in per cent of its characters. */
const most = 15

test('no approval’s first screen is made of hex', async ({ chains, wallet, connected, dapp }) => {
  const other = await wallet.context.newPage()
  await other.goto(dapp.other)
  const { url, contracts } = chains.local
  const found: Record<string, number> = {}
  const states = await approvalStates({ url, contracts, site: connected, other })
  await showEach(wallet, states, async (window, { name }) => {
    for (const [width, height] of [
      [400, 640],
      [360, 600],
    ] as const) {
      await window.setViewportSize({ width, height })
      const { hex } = await firstScreenOf(window)
      if (hex > most) found[`${name}, ${width} px`] = hex
    }
  })
  expect(found).toEqual({})
})
