import type {
  Course,
  GameInfo,
  Entry,
  Friend,
  LessonView,
  ServerInfo,
  Me,
  Offer,
  Opened,
  Option,
  Order,
  PositionOrder,
  Problem as Told,
  Replay,
  ReviewState,
  Transfer,
} from './wire.gen'

export type { Course, LessonView, GameInfo, Entry, Friend, ServerInfo, Me, Offer, Opened, Option, Order, Replay, Transfer }

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

async function ask(method: string, path: string, body?: unknown, more: RequestInit = {}): Promise<Response> {
  let response: Response
  try {
    response = await fetch(`api/${path}`, {
      method,
      ...more,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  } catch {
    throw new Problem(0, 'unavailable', 'no-connection', '')
  }
  if (response.ok || response.status === 304) return response
  const told = (await response.json().catch(() => ({}))) as Partial<Told>
  throw new Problem(response.status, told.code ?? 'fault', told.why ?? 'server-is-at-fault', told.detail ?? '')
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await ask(method, path, body)).json()) as T
}

/** Something that is asked for again and again: what has not changed is not sent again. */
export class Repeated<T> {
  private tag = ''
  private found: T | null = null

  constructor(private readonly path: string) {}

  async ask(): Promise<T> {
    const response = await ask('GET', this.path, undefined, this.tag ? { headers: { 'if-none-match': this.tag } } : {})
    if (response.status !== 304 || this.found === null) {
      this.found = (await response.json()) as T
      this.tag = response.headers.get('etag') ?? ''
    }
    return this.found
  }
}

/** Which of one's own matches are wanted. */
export interface Wanted {
  game?: string
  name?: string
  before?: number
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
  course: (game: string, lang: string) => json<Course>('GET', `games/${game}/lessons?lang=${lang}`),
  lesson: (game: string, step: string, choices: readonly (readonly string[])[]) =>
    json<LessonView>('POST', `games/${game}/lessons/${step}`, { choices }),
  tables: () => new Repeated<Entry[]>('tables'),
  running: () => new Repeated<Entry[]>('matches?live=true'),
  friends: () => new Repeated<Friend[]>('friends'),
  /** Let friends see that somebody is here, or no more: this is sent even from a page that closes. */
  come: () => ask('PUT', 'me/here'),
  go: () => ask('DELETE', 'me/here', undefined, { keepalive: true }),
  matches: (wanted: Wanted = {}) =>
    json<Entry[]>('GET', `matches?${new URLSearchParams(Object.entries(wanted).flatMap(([key, value]) => (value ? [[key, String(value)]] : [])))}`),
  open: (order: Order) => json<Opened>('POST', 'tables', order),
  playOn: (match: string, position: PositionOrder) => json<Opened>('POST', `matches/${match}/play_on`, position),
  /** Without a seat: from one's own, or as watchers saw it. */
  replay: (match: string, seat: number | null, deal: number) =>
    json<Replay>('GET', `matches/${match}/replay?deal=${deal}${seat === null ? '' : `&seat=${seat}`}`),
  askForReview: (match: string, seat: number) => json<ReviewState>('POST', `matches/${match}/review`, { seat }),
  /** Without the first decisions (`after`); with `cards`, where everything lay that the seat could not see. */
  review: (match: string, seat: number, after: number, cards: boolean) =>
    json<ReviewState>('GET', `matches/${match}/review?seat=${seat}&after=${after}&cards=${cards}`),
  recordAddress: (match: string) => `api/matches/${match}/record`,
}
