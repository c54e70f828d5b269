/**
 * What this browser keeps for good, one entry per match, for all its tabs. IndexedDB and not localStorage: reading and
 * writing are one step that no other tab comes between, and it says when what was written is on the disk. Web Locks
 * would need TLS, which a home network has not.
 */

/** An entry is changed as a whole; what `change` throws leaves it as it was. */
export interface Ledger<Entry> {
  read(key: string): Promise<Entry | undefined>
  change(key: string, change: (entry: Entry | undefined) => Entry): Promise<Entry>
}

/** This browser does not keep anything: its storage is full, switched off or broken. */
export class NotKept extends Error {}

const STORE = 'matches'

function put(store: IDBObjectStore, key: string, entry: unknown): void {
  try {
    store.put(entry, key)
  } catch (error) {
    throw new NotKept(String(error))
  }
}

export class BrowserLedger<Entry> implements Ledger<Entry> {
  private database: Promise<IDBDatabase> | null = null

  constructor(private readonly name: string) {}

  read(key: string): Promise<Entry | undefined> {
    return this.within('readonly', key, (entry) => entry)
  }

  change(key: string, change: (entry: Entry | undefined) => Entry): Promise<Entry> {
    return this.within('readwrite', key, (entry, store) => {
      const next = change(entry)
      if (next !== entry) put(store, key, next)
      return next
    })
  }

  private async within<T>(mode: IDBTransactionMode, key: string, act: (entry: Entry | undefined, store: IDBObjectStore) => T): Promise<T> {
    const database = await this.open()
    return new Promise((resolve, reject) => {
      try {
        const transaction = database.transaction(STORE, mode, { durability: 'strict' })
        const store = transaction.objectStore(STORE)
        const asked: IDBRequest<Entry | undefined> = store.get(key)
        let done: { result: T } | undefined
        let objection: unknown
        asked.onsuccess = () => {
          try {
            done = { result: act(asked.result, store) }
          } catch (error) {
            objection = error
            transaction.abort()
          }
        }
        transaction.oncomplete = () => (done ? resolve(done.result) : reject(new NotKept()))
        transaction.onabort = () => reject(objection ?? new NotKept(transaction.error?.message))
      } catch (error) {
        reject(new NotKept(String(error)))
      }
    })
  }

  private open(): Promise<IDBDatabase> {
    this.database ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(this.name, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(STORE)
      request.onsuccess = () => {
        const database = request.result
        database.onclose = () => (this.database = null) // the browser has deleted it
        database.onversionchange = () => {
          database.close()
          this.database = null
        }
        resolve(database)
      }
      request.onerror = () => reject(new NotKept(request.error?.message))
    }).catch((error: unknown) => {
      this.database = null
      throw error instanceof NotKept ? error : new NotKept(String(error))
    })
    return this.database
  }
}
