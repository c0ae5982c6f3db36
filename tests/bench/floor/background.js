const post = (url, body) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
    (response) => response.text(),
  )

const bodyOf = (method, params) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

let opened

/** Opens the database once, at its first use: the first answer after a start must not wait for it. */
const database = () =>
  (opened ??= new Promise((resolve) => {
    const opening = indexedDB.open('floor', 1)
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore('rows', { autoIncrement: true })
    opening.onsuccess = () => resolve(opening.result)
  }))

/** A write that is on disk before the next step, as a journal needs it. */
const write = async () => {
  const rows = await database()
  return new Promise((resolve) => {
    const transaction = rows.transaction('rows', 'readwrite', { durability: 'strict' })
    transaction.objectStore('rows').add({ raw: 'f'.repeat(1000) })
    transaction.oncomplete = resolve
  })
}

/** Posts bodies, each as soon as the answers that it waits for are there; returns the time of all in ms. */
const replay = async (url, steps) => {
  const start = performance.now()
  const answers = []
  for (const { body, after } of steps)
    answers.push(Promise.all(after.map((index) => answers[index])).then(() => post(url, body)))
  await Promise.all(answers)
  return performance.now() - start
}

const account = '0x0000000000000000000000000000000000000001'

/** Sends a transaction by the least that is safe: one read, one durable write, one submission. */
const send = async (url, raw) => {
  const reads = [
    { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionCount', params: [account, 'pending'] },
    { jsonrpc: '2.0', id: 2, method: 'eth_getCode', params: [account, 'pending'] },
  ]
  await post(url, JSON.stringify(reads))
  await write()
  return post(url, bodyOf('eth_sendRawTransaction', [raw]))
}

/** The Port of a page that was opened before, and shows what it gets. */
let screen

const answer = async ({ method, params }) => {
  if (method === 'echo') return params ?? '0x1'
  if (method === 'replay') return replay(...params)
  if (method === 'send') return send(...params)
  if (method === 'show') return screen.postMessage(params)
  await chrome.windows.create({
    url: method === 'screen' ? 'screen.html' : 'window.html',
    type: 'popup',
    width: 360,
    height: 600,
  })
  return null
}

chrome.runtime.onConnect.addListener((port) => {
  if (port.name === 'screen') return void (screen = port)
  port.onMessage.addListener(async (text) => {
    const question = JSON.parse(text)
    if (question.method === 'node') {
      // The node's text as it is: the page alone parses it. The browser rejects a fetch if too many are open; null counts
      // as an answer.
      const [url, ...asked] = question.params
      const given = await post(url, bodyOf(...asked)).catch(() => 'null')
      return port.postMessage(`{"id":${question.id},"result":${given}}`)
    }
    const result = await answer(question).catch(() => null)
    port.postMessage(JSON.stringify({ id: question.id, result }))
  })
})
