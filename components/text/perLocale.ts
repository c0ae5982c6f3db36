/** Keeps what is made for a locale: to make a formatter takes longer than to use it. */
export const perLocale = <Made>(make: (locale: string) => Made): ((locale: string) => Made) => {
  const kept = new Map<string, Made>()
  return (locale) => {
    const made = kept.get(locale) ?? make(locale)
    kept.set(locale, made)
    return made
  }
}
