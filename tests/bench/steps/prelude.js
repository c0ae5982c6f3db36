// Stands before the background's own code in a copy of the package, and notes when each step begins and ends: times in
// ms since 1970. It also knows which timers run. The package itself has nothing of this.
{
  const steps = []
  const timers = new Set()
  const measured = { steps, timers, set: 0 }
  Object.assign(globalThis, { measured })

  const now = () => performance.timeOrigin + performance.now()

  const note = (name) => {
    const step = { name, at: now() }
    steps.push(step)
    return (at = now()) => {
      step.until = at
    }
  }

  // The browser counts from the moment at which it began to start the worker.
  steps.push({ name: 'the browser starts the worker', at: performance.timeOrigin, until: now() })
  const endOfScript = note('its script runs')
  Promise.resolve().then(() => endOfScript())

  const around = (owner, name, label) => {
    const real = owner[name]
    owner[name] = function (...given) {
      const end = note(label(...given))
      const result = Reflect.apply(real, this, given)
      const done = () => end()
      Promise.resolve(result).then(done, done)
      return result
    }
  }

  // A read has its rows with its last answer; its transaction is over only when the code that took them rests.
  const answered = new WeakMap()
  const hear = (request, transaction) => {
    request.addEventListener('success', () => answered.set(transaction, now()))
    return request
  }
  for (const name of [
    'get',
    'getKey',
    'getAll',
    'getAllKeys',
    'count',
    'openCursor',
    'openKeyCursor',
  ]) {
    const { [name]: ofStore } = IDBObjectStore.prototype
    IDBObjectStore.prototype[name] = function (...given) {
      return hear(Reflect.apply(ofStore, this, given), this.transaction)
    }
    const { [name]: ofIndex } = IDBIndex.prototype
    IDBIndex.prototype[name] = function (...given) {
      return hear(Reflect.apply(ofIndex, this, given), this.objectStore.transaction)
    }
  }

  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (...given) {
    const [stores, mode, { durability } = {}] = given
    const made = Reflect.apply(transaction, this, given)
    const names = (typeof stores === 'string' ? [stores] : [...stores]).join(', ')
    const isOnDisk = mode === 'readwrite' && durability === 'strict'
    const end = note(
      `${mode === 'readwrite' ? 'write' : 'read'} ${names}${isOnDisk ? ' (strict)' : ''}`,
    )
    const done = () => end(mode === 'readwrite' ? now() : answered.get(made))
    for (const type of ['complete', 'abort']) made.addEventListener(type, done)
    return made
  }

  const { request } = LockManager.prototype
  LockManager.prototype.request = function (name, ...rest) {
    const end = note(`lock ${name.split(':')[0]}`)
    const run = rest.pop()
    const held = (...given) => {
      end()
      return run(...given)
    }
    return Reflect.apply(request, this, [name, ...rest, held])
  }

  for (const name of ['decrypt', 'encrypt', 'importKey', 'unwrapKey', 'deriveKey', 'deriveBits'])
    around(SubtleCrypto.prototype, name, () => `${name} a key or secret`)

  for (const area of ['session', 'local'])
    for (const name of ['get', 'set', 'remove'])
      around(chrome.storage[area], name, () => `${name} storage.${area}`)

  const methodOf = (body) => {
    try {
      return [JSON.parse(body)].flat().map(({ method }) => method)
    } catch {
      return ['request']
    }
  }
  around(globalThis, 'fetch', (_url, { body } = {}) => `POST ${methodOf(body).join(' + ')}`)

  chrome.runtime.onConnect.addListener((port) =>
    port.onMessage.addListener(({ verb, method }) => {
      const what = verb ?? method
      if (what) note(`message ${what}`)()
    }),
  )

  for (const name of ['setTimeout', 'setInterval']) {
    const real = globalThis[name].bind(globalThis)
    globalThis[name] = (run, ms, ...rest) => {
      measured.set++
      const id = real(
        (...given) => {
          if (name === 'setTimeout') timers.delete(id)
          return run(...given)
        },
        ms,
        ...rest,
      )
      timers.add(id)
      return id
    }
  }
  for (const name of ['clearTimeout', 'clearInterval']) {
    const real = globalThis[name].bind(globalThis)
    globalThis[name] = (id) => {
      timers.delete(id)
      return real(id)
    }
  }
}
