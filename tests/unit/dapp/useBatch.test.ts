import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { Editor } from '../../dapp/Editor'
import { linkTo } from '../../dapp/link'
import { useBatch } from '../../dapp/useBatch'
import { alice } from '../accounts'
import { openDom } from '../components/dom'

const page = 'https://play.example/volley/'
const context = { from: alice, chainId: 8453, local: null, lastId: undefined }

const Batch = () =>
  createElement(Editor, { context, ...useBatch(alice), onSend: () => expect.unreachable() })

test('the note about a link goes with its batch', async () => {
  const { hash, href } = new URL(linkTo(page, { version: '2.0.0', calls: [] }))
  const dom = await openDom()
  vi.stubGlobal('location', { hash, href })
  await dom.show(Batch, {})
  expect(dom.text()).toContain('This batch came with a link')
  await dom.press('One call')
  expect(dom.text()).not.toContain('This batch came with a link')
  await dom.close()
})
