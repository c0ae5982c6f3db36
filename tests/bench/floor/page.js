// Minimum code that carries a request from a page to a worker and the answer back, without checks.
const open = new Map()
let last = 0
let port
window.addEventListener(
  'floor',
  (event) => {
    port = event.ports[0]
    port.onmessage = ({ data }) => {
      const { id, result } = JSON.parse(data)
      open.get(id)(result)
      open.delete(id)
    }
  },
  { once: true },
)
window.floor = {
  request: ({ method, params }) =>
    new Promise((resolve) => {
      open.set(++last, resolve)
      port.postMessage(JSON.stringify({ id: last, method, params }))
    }),
}
