const style = `
  * { box-sizing: border-box; margin: 0 }
  body { font: 16px/1.45 system-ui, sans-serif; color: #15171a; background: #eeeee9; display: flex }
  img { display: block; border-radius: 14px; box-shadow: 0 8px 30px #2a2a1a30 }
  h1 { font-size: 1.6em; line-height: 1.2; letter-spacing: -0.01em }
  .words { flex: 1; display: flex; flex-direction: column; justify-content: center }
  .call { display: flex; align-items: center; gap: 10px; padding: 12px 14px; margin-top: 10px;
    border-radius: 12px; background: #fff; border: 2px solid transparent }
  .call b { flex: 1; font-weight: 600 }
  .call i { font-style: normal; font-size: 13px; padding: 3px 10px; border-radius: 99px; background: #e4e4de }
  .call.now { border-color: #3046e8 }
  .call.now i, .call.done i { background: #3046e8; color: #fff }
`

const page = (body: string, more: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><style>${style}${more}</style>${body}</html>`

const image = (png: Buffer, width: number): string =>
  `<img alt="" width="${width}" src="data:image/png;base64,${png.toString('base64')}">`

/** A call of the story, and what its pill says. */
export type Told = { text: string; pill: string; is: 'waiting' | 'now' | 'done' }

/** A frame of the README's story, 800 by 640 px: calls under a heading, beside them the wallet if it is there. */
export const readmeScene = (heading: string, calls: readonly Told[], wallet?: Buffer): string =>
  page(
    `<div class="words"><h1>${heading}</h1>${calls
      .map(({ text, pill, is }) => `<div class="call ${is}"><b>${text}</b><i>${pill}</i></div>`)
      .join('')}</div><div class="wallet">${wallet ? image(wallet, 370) : ''}</div>`,
    'body { width: 800px; height: 640px; padding: 24px; gap: 24px } .wallet { width: 370px }',
  )

/** A picture for a store, 1280 by 800 px: a sentence beside the wallet. */
export const storeScene = (heading: string, text: string, wallet: Buffer): string =>
  page(
    `<div class="words"><h1>${heading}</h1><p>${text}</p></div>${image(wallet, 450)}`,
    `body { width: 1280px; height: 800px; padding: 40px 90px; gap: 80px; align-items: center; font-size: 24px }
     p { margin-top: 20px; color: #55585f } h1 { font-size: 2em }`,
  )
