/** The title without the number of notifications; initially that of the document. */
let title = 'Deskbell'
let unseen = 0

const show = () => {
  document.title = unseen > 0 ? `(${unseen}) ${title}` : title
}

/** Sets the title of the window. */
export function setTitle(next: string): void {
  title = next
  show()
}

/** Shows the number of unseen notifications before the title. */
export function setUnseen(count: number): void {
  unseen = count
  show()
}
