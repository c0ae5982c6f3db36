/** Creates a mutex: work runs one at a time in the order of the calls, also after a failure. */
export const createLine = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}
