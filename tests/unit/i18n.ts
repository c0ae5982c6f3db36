import english from '@/public/_locales/en/messages.json' with { type: 'json' }

const sentences: Partial<Record<string, { message: string }>> = english

/** Serves sentences from the file that the browser reads: Node has no `browser.i18n`. */
export const i18n = {
  getMessage: (key: string, values: string[] = []) =>
    sentences[key]?.message.replace(/\$(\d)/g, (_, at: string) => values[Number(at) - 1] ?? '') ??
    '',
}
