/** Where the page is, by the fragment of its address: #/table/ID?step=3. No server sees a fragment. */

export interface Place {
  page: string
  name: string
  query: URLSearchParams
}

export function parse(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [page = '', ...rest] = path.split('/')
  return { page, name: decodeURIComponent(rest.join('/')), query: new URLSearchParams(query) }
}

class Router {
  place = $state.raw<Place>(parse(location.hash))

  constructor() {
    addEventListener('hashchange', () => {
      const before = this.place
      this.place = parse(location.hash)
      if (before.page !== this.place.page || before.name !== this.place.name) scrollTo(0, 0)
    })
  }

  go(hash: string): void {
    location.hash = hash
  }

  /** Go somewhere without leaving a trace in the history. */
  replace(hash: string): void {
    history.replaceState(null, '', hash)
    this.place = parse(hash)
  }
}

export const router = new Router()
export const tableLink = (match: string, invite = '') => `#/table/${match}${invite ? `?invite=${invite}` : ''}`
