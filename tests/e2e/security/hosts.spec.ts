import { expect, test } from '@playwright/test'
import { screens } from '../../hosts/expected.ts'
import { walkScreens } from '../../hosts/walk.ts'
import { inWorld } from '../../hosts/watchedPackage.ts'

test('the screens of the package contact the node of the network in use, or one that the user clicked on @long', async () => {
  expect(await inWorld('chrome', walkScreens)).toEqual({
    screens: screens.length,
    methods: 0,
    unexpected: [],
  })
})
