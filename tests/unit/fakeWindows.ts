type Shape = { url: string; type: string; left?: number; top?: number }
type Window = Shape & { isFocused: boolean }

/** State of the fake browser: its windows and its session storage. */
export const windows = {
  stored: new Map<string, unknown>(),
  open: new Map<number, Window>(),
  count: 0,
  removed: undefined as ((id: number) => void) | undefined,
  /** The window that the user looks at, and whether the browser refuses a place on the screen. */
  last: { type: 'normal', left: 100, top: 40, width: 1200 },
  isPlaceRefused: false,
}

/** Closes a window, as the user does. */
export const close = (id: number) => {
  windows.open.delete(id)
  windows.removed?.(id)
}

const find = (id: number) => {
  const found = windows.open.get(id)
  return found ? Promise.resolve(found) : Promise.reject(new Error(`no window ${id}`))
}
/** The part of the browser's own interface that windows need. */
export const fake = {
  runtime: { getURL: (path: string) => `chrome-extension://volley${path}` },
  storage: {
    session: {
      get: (key: string) => Promise.resolve({ [key]: windows.stored.get(key) }),
      set: (values: object) =>
        Promise.resolve(
          Object.entries(values).forEach(([key, value]) => windows.stored.set(key, value)),
        ),
      remove: (key: string) => Promise.resolve(windows.stored.delete(key)),
    },
  },
  tabs: {
    update: (id: number, { url }: { url: string }) =>
      find(id - 100).then((found) => {
        Object.assign(found, { url })
        return { id, windowId: id - 100 }
      }),
  },
  windows: {
    getLastFocused: () => Promise.resolve(windows.last),
    create: ({ url, type, left, top }: Shape) => {
      if (windows.isPlaceRefused && left !== undefined)
        return Promise.reject(new Error('Invalid value for bounds.'))
      const place = left === undefined || top === undefined ? {} : { left, top }
      windows.open.set(++windows.count, { isFocused: true, url, type, ...place })
      return Promise.resolve({ id: windows.count, tabs: [{ id: windows.count + 100 }] })
    },
    get: find,
    update: (id: number, { focused }: { focused: boolean }) =>
      find(id).then((found) => Object.assign(found, { isFocused: focused })),
    remove: (id: number) =>
      find(id).then(() => {
        windows.open.delete(id)
        windows.removed?.(id)
      }),
    onRemoved: {
      addListener: (listener: (id: number) => void) => (windows.removed = listener),
    },
  },
}
