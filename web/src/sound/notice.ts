/** A word from the device while the page is hidden, if the person wants it. */

/** Ask whether it may; false where the browser or the person says no. */
export async function mayNotify(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false
  const answer = Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission
  return answer === 'granted'
}

/** Say something unless the page is seen; what is returned takes it back. */
export function notify(title: string, body: string): () => void {
  const nothing = (): void => {}
  if (!document.hidden || typeof Notification === 'undefined' || Notification.permission !== 'granted') return nothing
  try {
    const notice = new Notification(title, { body, tag: 'atout-turn' })
    notice.onclick = () => {
      focus()
      notice.close()
    }
    return () => notice.close()
  } catch {
    return nothing // phones have no notices that belong to a page
  }
}
