const post = async (url, method, params) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return JSON.parse(await response.text()).result
}

/** Two durable writes, each on disk before the next step, as a journal needs them. */
const write = () =>
  new Promise((resolve) => {
    const opening = indexedDB.open('floor', 1)
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore('rows', { autoIncrement: true })
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('rows', 'readwrite', { durability: 'strict' })
      transaction.objectStore('rows').add({ raw: 'f'.repeat(1000) })
      transaction.oncomplete = () => {
        opening.result.close()
        resolve()
      }
    }
  })

const answer = async ({ method, params }) => {
  if (method === 'echo') return params ?? '0x1'
  if (method === 'node') return post(...params)
  if (method === 'window') {
    await chrome.windows.create({ url: 'window.html', type: 'popup', width: 360, height: 600 })
    return null
  }
  if (method === 'waves') {
    const [url, waves] = params
    for (const wave of waves)
      await Promise.all(wave.map((one) => post(url, one.method, one.params)))
    return null
  }
  // Minimum work to send a transaction, without signing: reads, a record, the submission, a record.
  const [url, raw] = params
  await write()
  await post(url, 'eth_getTransactionCount', [
    '0x0000000000000000000000000000000000000001',
    'pending',
  ])
  await write()
  return post(url, 'eth_sendRawTransaction', [raw])
}

chrome.runtime.onConnect.addListener((port) =>
  port.onMessage.addListener(async (text) => {
    const question = JSON.parse(text)
    // The browser rejects a fetch if too many are open; null counts as an answer.
    const result = await answer(question).catch(() => null)
    port.postMessage(JSON.stringify({ id: question.id, result }))
  }),
)
