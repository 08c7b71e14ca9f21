/** Refusals of the service in another language, by the English sentence. `{name}` stands for any text. */
export type Refusals = Readonly<Record<string, string>>

/** Returns a function that translates sentences of the service. Those without a translation remain as they are. */
export function translator(refusals: Refusals): (sentence: string) => string {
  const patterns = Object.entries(refusals)
    .filter(([english]) => english.includes('{'))
    .map(([english, translated]) => [patternOf(english), translated] as const)
  return (sentence) => {
    const whole = refusals[sentence]
    if (whole !== undefined) return whole
    for (const [pattern, translated] of patterns) {
      const values = pattern.exec(sentence)?.groups
      if (values) return translated.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
    }
    return sentence
  }
}

/** Makes a pattern of a sentence with names in braces, whose groups have these names. */
function patternOf(sentence: string): RegExp {
  const parts = sentence.split(/\{(\w+)\}/)
  return new RegExp(`^${parts.map((part, at) => (at % 2 ? `(?<${part}>.+?)` : escaped(part))).join('')}$`, 's')
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
