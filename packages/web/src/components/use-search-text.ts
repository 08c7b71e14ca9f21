import { useEffect, useState } from 'react'

/**
 * Returns the text of a search field, its setter, and a function that searches at once.
 * @param text the searched text in the address of the page. If a link or Back changes it, the field changes, too.
 * @param onSearch puts the typed text into the address. It is called once the text has not changed for `milliseconds`.
 */
export function useSearchText(text: string, onSearch: (text: string) => void, milliseconds: number) {
  const [typed, setTyped] = useState(text)
  const [lastText, setLastText] = useState(text)
  const [searched, setSearched] = useState(text)
  const query = typed.trim()
  if (text !== lastText) {
    setLastText(text)
    // The address changes after a search has begun. Text that was typed meanwhile is kept.
    if (text !== searched) {
      setSearched(text)
      setTyped(text)
    }
  }
  const search = () => {
    setSearched(query)
    onSearch(query)
  }
  useEffect(() => {
    if (query === text) return undefined
    const timer = setTimeout(search, milliseconds)
    return () => clearTimeout(timer)
  })
  return { typed, setTyped, search }
}
