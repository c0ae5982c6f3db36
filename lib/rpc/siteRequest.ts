/** A site's request from its Port; `id` is minted by the relay, `wire` is the JSON text of the params. */
export type SiteRequest = {
  id: string
  origin: string
  documentId: string
  method: string
  wire: string
  /** The browser's number of the tab that the page is in. */
  tab?: number
  /** The user has not just clicked or typed in the page, as far as its relay can tell. */
  isQuiet?: true
  /** For a request from a frame: origin of the top frame, empty if unknown. Only for display. */
  top?: string
}
