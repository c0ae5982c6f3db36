import english from '@/public/_locales/en/messages.json' with { type: 'json' }

const sentences: Partial<Record<string, { message: string }>> = english

/** Pages have the browser's sentences, Node does not: here they are read from the file that it reads. */
export const i18n = {
  getMessage: (key: string, values: string[] = []) =>
    sentences[key]?.message.replace(/\$(\d)/g, (_, at: string) => values[Number(at) - 1] ?? '') ??
    '',
}
