import { expect, test } from '../support/test.ts'

/** Hears what is said to it, what it says to itself among that: messages come in the order in which they were sent. */
const listening = `<!doctype html><html lang="en"><title>A site</title><script>
  window.heard = []
  addEventListener('message', ({ data }) => heard.push(data))
  postMessage('its own')
</script>`

test('a page that asks for nothing gets no message, which would name the extension', async ({
  fresh,
  dapp,
}) => {
  const page = await fresh.context.newPage()
  await page.route('**/listening', (route) =>
    route.fulfill({ contentType: 'text/html', body: listening }),
  )
  await page.goto(`${dapp.url}listening`)
  const heard = () => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)
  await expect.poll(heard).toContain('its own')
  expect(await heard()).toEqual(['its own'])
})
