/** Browsers allow the clipboard over TLS and on loopback only; an old way works everywhere. */
async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    document.body.append(field)
    field.select()
    document.execCommand('copy')
    field.remove()
  }
}

const TOLD = 2500

/** Copies something, and says so for a moment. */
export class Copier {
  copied = $state(false)

  async copy(text: string): Promise<void> {
    await copyText(text)
    this.copied = true
    setTimeout(() => (this.copied = false), TOLD)
  }
}
