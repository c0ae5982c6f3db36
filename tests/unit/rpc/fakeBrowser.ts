/** Calls that the fake browser received. Two test files share it, as they share the door's module. */
export const fake = {
  connect: undefined as ((port: unknown) => void) | undefined,
  told: [] as number[],
}

/** A fake of the browser, which tests have none of: it hands out Ports and takes messages to tabs. */
export const browser = {
  runtime: {
    id: 'volley',
    onConnect: { addListener: (listener: (port: unknown) => void) => (fake.connect = listener) },
  },
  tabs: {
    query: () => Promise.resolve([{ id: 1 }, {}, { id: 3 }]),
    sendMessage: (id: number) => {
      fake.told.push(id)
      return Promise.reject(new Error('nobody listens'))
    },
  },
}
