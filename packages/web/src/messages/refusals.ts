/** Translations of the service's error messages, by the English sentence. `{name}` stands for any text. */
export type Refusals = Readonly<Record<string, string>>

/** Returns a function that translates error messages, one sentence per line. Unknown sentences stay English. */
export function translator(refusals: Refusals): (sentences: string) => string {
  const translate = sentenceTranslator(refusals)
  return (sentences) => sentences.split('\n').map(translate).join('\n')
}

function sentenceTranslator(refusals: Refusals): (sentence: string) => string {
  const patterns = Object.entries(refusals)
    .filter(([english]) => english.includes('{'))
    .map(([english, translated]) => [patternOf(english), translated] as const)
  // A value may be a sentence or a part of one, such as a reason.
  const translate = (sentence: string): string => {
    const exact = refusals[sentence]
    if (exact !== undefined) return exact
    for (const [pattern, translated] of patterns) {
      const values = pattern.exec(sentence)?.groups
      if (values) return translated.replaceAll(/\{(\w+)\}/g, (_, name: string) => translate(values[name] ?? ''))
    }
    return sentence
  }
  return translate
}

/** Returns a pattern for a sentence with names in braces, which become groups: `No {model}` as `^No (?<model>.+?)$`. */
function patternOf(sentence: string): RegExp {
  const parts = sentence.split(/\{(\w+)\}/)
  return new RegExp(
    `^${parts.map((part, index) => (index % 2 === 1 ? `(?<${part}>.+?)` : escapePattern(part))).join('')}$`,
    's',
  )
}

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
