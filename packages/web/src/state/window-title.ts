/** As the document says. */
let title = 'Deskbell'
let unseen = 0

const show = () => {
  document.title = unseen > 0 ? `(${unseen}) ${title}` : title
}

/** Names the window. */
export function setTitle(next: string): void {
  title = next
  show()
}

/** Says before the name of the window how many notifications the user has not seen. */
export function setUnseen(count: number): void {
  unseen = count
  show()
}
