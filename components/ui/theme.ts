/** The colours there are; the system's are the default. */
export const themes = ['system', 'light', 'dark'] as const

/** One of the `themes`: the colours that the user wants. */
export type Theme = (typeof themes)[number]

const chosenAt = 'theme'

/** Reads the theme that the user chose. */
export const chosenTheme = (): Theme => {
  const value = localStorage.getItem(chosenAt)
  return themes.find((theme) => theme === value) ?? 'system'
}

/** Puts the chosen colours on the page. Runs before anything is painted. */
export const applyTheme = (): void => {
  document.documentElement.dataset.theme = chosenTheme()
}

/** Chooses the colours, here and in the other open pages of the wallet. */
export const chooseTheme = (theme: Theme): void => {
  if (theme === 'system') localStorage.removeItem(chosenAt)
  else localStorage.setItem(chosenAt, theme)
  applyTheme()
}

/** Follows what is chosen in another page. */
export const followTheme = (): void => addEventListener('storage', applyTheme)
