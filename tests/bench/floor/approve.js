// Minimum code that carries a click to the background.
const port = chrome.runtime.connect()
const question = decodeURIComponent(location.search.slice(1))
document.querySelector('button').addEventListener('click', () => port.postMessage(question))
