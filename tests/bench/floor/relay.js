const { port1, port2 } = new MessageChannel()
let port
const connect = () => {
  port = chrome.runtime.connect()
  port.onMessage.addListener((text) => port1.postMessage(text))
  port.onDisconnect.addListener(() => (port = undefined))
}
port1.onmessage = ({ data }) => {
  if (!port) connect()
  port.postMessage(data)
}
window.dispatchEvent(new MessageEvent('floor', { ports: [port2] }))
