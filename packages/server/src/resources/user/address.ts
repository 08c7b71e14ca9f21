/** Whether mail could be sent there; deliberately no stricter than the mail that arrived. */
export function isAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>(),;:"[\]]+@[^\s@<>(),;:"]+$/.test(text)
}
