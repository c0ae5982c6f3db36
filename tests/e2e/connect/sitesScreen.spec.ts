import { changeSites } from '../journeys/sites.ts'
import { inChromium } from '../support/screen.ts'
import { test } from '../support/test.ts'

test('what a site sees is changed, and taken back, on its page', ({ wallet, dapp, connected }) =>
  changeSites(inChromium(wallet), dapp, connected))
