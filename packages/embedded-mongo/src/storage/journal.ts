import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { damageOf } from './wal-check.ts';

/** The folder cannot be used; the message is one line for the operator. Nothing in it was changed. */
export class DataFolderError extends Error {}

const FORMAT = 1;
const FILE_NAME = 'store.sqlite';
/** A log that somebody writes to meanwhile looks damaged; one that is, looks the same twice. */
const LOG_LOOKS = 5;
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS collections (id INTEGER PRIMARY KEY, db TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (db, name));
  CREATE TABLE IF NOT EXISTS indexes (collection INTEGER NOT NULL, name TEXT NOT NULL, spec BLOB NOT NULL, PRIMARY KEY (collection, name));
  CREATE TABLE IF NOT EXISTS retries (session TEXT PRIMARY KEY, txn INTEGER NOT NULL, reply BLOB NOT NULL, at INTEGER NOT NULL);
  PRAGMA user_version = ${FORMAT};
`;

export interface CollectionRow {
  id: number;
  db: string;
  name: string;
}

/** The answer to a retryable write, kept so that a resend gets it again. */
export interface RetryRow {
  session: string;
  txn: number;
  reply: Uint8Array;
  at: number;
}

/**
 * What is on the disk: one SQLite file, with one table per collection and one BSON blob per document. All writes of
 * one turn of the event loop share a commit (see `settled`). With `synchronous = FULL` the commit returns after
 * the log is on the disk.
 */
export class Journal {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #pending: Promise<void> | null = null;
  #failure: unknown = null;

  /** Opens or makes the file in `dir`; null keeps everything in memory. Throws DataFolderError. */
  constructor(dir: string | null) {
    this.#db = dir === null ? new DatabaseSync(':memory:') : openFile(dir);
    this.#db.exec(SCHEMA);
    // The log begins anew, so that nothing of a torn commit lies behind later ones when it is checked next.
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  collections(): CollectionRow[] {
    return this.#sql('SELECT id, db, name FROM collections ORDER BY id').all() as unknown as CollectionRow[];
  }

  indexSpecs(collection: number): Uint8Array[] {
    const rows = this.#sql('SELECT spec FROM indexes WHERE collection = ? ORDER BY rowid').all(collection);
    return rows.map((row) => row.spec as Uint8Array);
  }

  *documents(collection: number): Generator<{ id: number; body: Uint8Array }> {
    for (const row of this.#db.prepare(`SELECT id, body FROM c${collection} ORDER BY id`).iterate()) {
      yield row as unknown as { id: number; body: Uint8Array };
    }
  }

  retries(): RetryRow[] {
    return this.#sql('SELECT session, txn, reply, at FROM retries').all() as unknown as RetryRow[];
  }

  createCollection(row: CollectionRow): void {
    this.#write(() => {
      this.#sql('INSERT INTO collections (id, db, name) VALUES (?, ?, ?)').run(row.id, row.db, row.name);
      this.#db.exec(`CREATE TABLE c${row.id} (id INTEGER PRIMARY KEY, body BLOB NOT NULL)`);
    });
  }

  dropCollection(id: number): void {
    this.#write(() => {
      for (const key of this.#statements.keys()) {
        if (key.includes(` c${id} `)) this.#statements.delete(key);
      }
      this.#db.exec(`DROP TABLE c${id}`);
      this.#sql('DELETE FROM indexes WHERE collection = ?').run(id);
      this.#sql('DELETE FROM collections WHERE id = ?').run(id);
    });
  }

  putIndex(collection: number, name: string, spec: Uint8Array): void {
    const sql = 'INSERT INTO indexes (collection, name, spec) VALUES (?, ?, ?)';
    this.#write(() => this.#sql(sql).run(collection, name, spec));
  }

  deleteIndex(collection: number, name: string): void {
    this.#write(() =>
      this.#sql('DELETE FROM indexes WHERE collection = ? AND name = ?').run(collection, name),
    );
  }

  putDocument(collection: number, rowId: number, body: Uint8Array): void {
    const sql = `INSERT OR REPLACE INTO c${collection} (id, body) VALUES (?, ?)`;
    this.#write(() => this.#sql(sql).run(rowId, body));
  }

  deleteDocument(collection: number, rowId: number): void {
    this.#write(() => this.#sql(`DELETE FROM c${collection} WHERE id = ?`).run(rowId));
  }

  putRetry({ session, txn, reply, at }: RetryRow): void {
    const sql = 'INSERT OR REPLACE INTO retries (session, txn, reply, at) VALUES (?, ?, ?, ?)';
    this.#write(() => this.#sql(sql).run(session, txn, reply, at));
  }

  deleteRetry(session: string): void {
    this.#write(() => this.#sql('DELETE FROM retries WHERE session = ?').run(session));
  }

  /** Resolves when everything written so far is on the disk; rejects when it could not be. */
  settled(): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    return this.#pending ?? Promise.resolve();
  }

  /** Commits what is pending and closes the file. */
  close(): void {
    if (this.#db.isTransaction) this.#db.exec('COMMIT');
    this.#db.close();
  }

  /** Runs one change in the open transaction. After a failure `settled` rejects, because the disk lacks a change. */
  #write(change: () => unknown): void {
    try {
      if (!this.#pending) this.#begin();
      change();
    } catch (error) {
      this.#failure ??= error;
      throw error;
    }
  }

  #begin(): void {
    this.#db.exec('BEGIN IMMEDIATE');
    // The commit waits for the end of this turn, so that commands that arrived together share one disk sync.
    this.#pending = new Promise<void>((resolve, reject) => {
      setImmediate(() => {
        this.#pending = null;
        try {
          if (this.#db.isOpen && this.#db.isTransaction) this.#db.exec('COMMIT');
          resolve();
        } catch (error) {
          this.#failure ??= error;
          reject(error);
        }
      });
    });
    this.#pending.catch(() => undefined);
  }

  #sql(text: string): StatementSync {
    let statement = this.#statements.get(text);
    if (!statement) {
      statement = this.#db.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }
}

function openFile(dir: string): DatabaseSync {
  const path = join(dir, FILE_NAME);
  let db: DatabaseSync | null = null;
  try {
    mkdirSync(dir, { recursive: true });
    checkLog(`${path}-wal`);
    db = new DatabaseSync(path, { timeout: 0 });
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    // Takes the lock for the life of the process, before anything is read or written.
    db.exec('BEGIN EXCLUSIVE');
    db.exec('COMMIT');
    const check = db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (check !== 'ok')
      throw new DataFolderError(
        `data file ${path} is damaged (${String(check).replace(/\s+/g, ' ')}); it was left as it is`,
      );
    const version = db.prepare('PRAGMA user_version').get()?.user_version;
    if (version !== 0 && version !== FORMAT) {
      throw new DataFolderError(
        `data file ${path} has format ${version}, this program reads format ${FORMAT}`,
      );
    }
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    return db;
  } catch (error) {
    db?.close();
    throw folderError(path, error);
  }
}

/** Refuses a log from which SQLite would silently drop what was acknowledged: it must be seen before SQLite opens it. */
function checkLog(path: string): void {
  if (!existsSync(path)) return;
  for (let look = 0, bytes = readFileSync(path); look < LOG_LOOKS; look++) {
    const damage = damageOf(bytes);
    if (damage === null) return;
    const again = readFileSync(path);
    if (again.equals(bytes))
      throw new DataFolderError(`log ${path} is damaged (${damage}); it was left as it is`);
    bytes = again;
  }
  // Another process is writing to it: SQLite will say that it is in use.
}

function folderError(path: string, error: unknown): DataFolderError {
  if (error instanceof DataFolderError) return error;
  const { errcode, message } = error as { errcode?: number; message: string };
  // The low byte is SQLite's primary result code: 5 BUSY, 11 CORRUPT, 26 NOTADB.
  const primary = (errcode ?? 0) & 0xff;
  if (primary === 5) return new DataFolderError(`data file ${path} is in use by another process`);
  if (primary === 11 || primary === 26) {
    return new DataFolderError(`data file ${path} is damaged (${message}); it was left as it is`);
  }
  return new DataFolderError(`data file ${path} cannot be opened: ${message}`);
}
