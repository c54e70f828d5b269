import type {
  GameInfo,
  Entry,
  ServerInfo,
  Me,
  Offer,
  Opened,
  Option,
  Order,
  Problem as Told,
  Replay,
  Transfer,
} from './wire.gen'

export type { GameInfo, Entry, ServerInfo, Me, Offer, Opened, Option, Order, Replay, Transfer }

/** Why the server said no; `why` is a key of our words. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly why: string,
    readonly detail: string,
  ) {
    super(why)
  }
}

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  let response: Response
  try {
    response = await fetch(`api/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  } catch {
    throw new Problem(0, 'unavailable', 'no-connection', '')
  }
  if (response.ok) return response
  const told = (await response.json().catch(() => ({}))) as Partial<Told>
  throw new Problem(response.status, told.code ?? 'fault', told.why ?? 'server-is-at-fault', told.detail ?? '')
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await ask(method, path, body)).json()) as T
}

export const api = {
  /** Null as long as nobody has entered. */
  me: () => json<Me | null>('GET', 'me'),
  enter: (name: string) => json<Me>('POST', 'guest', { name }),
  rename: (name: string) => json<Me>('PATCH', 'me', { name }),
  forget: () => ask('DELETE', 'me'),
  offerTransfer: () => json<Transfer>('POST', 'me/transfer'),
  takeTransfer: (secret: string) => json<Me>('POST', 'transfer', { secret }),
  games: () => json<Offer>('GET', 'games'),
  server: () => json<ServerInfo>('GET', 'server'),
  words: (game: string, lang: string) => json<Record<string, unknown>>('GET', `games/${game}/words/${lang}`),
  rules: async (game: string, lang: string) => (await ask('GET', `games/${game}/rules/${lang}`)).text(),
  tables: () => json<Entry[]>('GET', 'tables'),
  matches: (before?: number) => json<Entry[]>('GET', before ? `matches?before=${before}` : 'matches'),
  open: (order: Order) => json<Opened>('POST', 'tables', order),
  replay: (match: string, seat: number, deal: number) =>
    json<Replay>('GET', `matches/${match}/replay?seat=${seat}&deal=${deal}`),
  recordAddress: (match: string) => `api/matches/${match}/record`,
}
