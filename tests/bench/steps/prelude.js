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
    return () => {
      step.until = now()
    }
  }

  // The browser counts from the moment at which it began to start the worker.
  steps.push({ name: 'the browser starts the worker', at: performance.timeOrigin, until: now() })
  Promise.resolve().then(note('its script runs'))

  const around = (owner, name, label) => {
    const real = owner[name]
    owner[name] = function (...given) {
      const end = note(label(...given))
      const result = Reflect.apply(real, this, given)
      Promise.resolve(result).then(end, end)
      return result
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
    for (const type of ['complete', 'abort']) made.addEventListener(type, end)
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
