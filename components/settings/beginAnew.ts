/** Erases what the page itself keeps, and loads the page anew. */
export const beginAnew = (): void => {
  localStorage.clear()
  location.replace(location.pathname)
}
