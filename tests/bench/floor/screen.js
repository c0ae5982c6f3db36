// Minimum code that shows what a background sends to a page that is open.
const heading = document.querySelector('h1')
chrome.runtime.connect({ name: 'screen' }).onMessage.addListener((text) => {
  // It gets the whole request, and shows where that begins.
  heading.textContent = text.slice(0, 40)
  // It is on the screen with the next frame.
  requestAnimationFrame(() =>
    setTimeout(() => (window.shown = { text, at: performance.timeOrigin + performance.now() })),
  )
})
