import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { damageOf } from './wal-check.ts';

/** The folder cannot be used; the message is one line for the operator. The folder is unchanged. */
export class DataFolderError extends Error {}

const FORMAT = 1;
const FILE_NAME = 'store.sqlite';
/**
 * Number of reads before the log counts as in use by another process. While another process writes to it, it looks damaged for a moment; a damaged log looks
 * the same twice.
 */
const LOG_READS = 5;
const MAX_STATEMENTS = 500;
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS collections (id INTEGER PRIMARY KEY, db TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (db, name));
  CREATE TABLE IF NOT EXISTS indexes (collection INTEGER NOT NULL, name TEXT NOT NULL, spec BLOB NOT NULL, PRIMARY KEY (collection, name));
  CREATE TABLE IF NOT EXISTS retries (session TEXT PRIMARY KEY, txn INTEGER NOT NULL, reply BLOB NOT NULL, at INTEGER NOT NULL);
  PRAGMA user_version = ${FORMAT};
`;

/** Prepares each statement once. */
export class Statements {
  readonly db: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.db = db;
  }

  get(sql: string): StatementSync {
    let statement = this.#prepared.get(sql);
    if (!statement) {
      if (this.#prepared.size >= MAX_STATEMENTS) this.#prepared.clear();
      statement = this.db.prepare(sql);
      // Rows as arrays take a third of the time of rows as objects.
      statement.setReturnArrays(true);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }

  /** Returns the first column of a query, whose values are numbers. */
  numbers(sql: string, values: readonly string[]): number[] {
    const rows = this.get(sql).all(...values) as unknown as [number][];
    return rows.map(([value]) => value);
  }
}

/**
 * The data file: one table per collection, one BSON blob per document. All writes of one turn of the event loop share
 * a commit (see `settled`). With `synchronous = FULL` the commit returns after the log is on the disk.
 */
export class Database {
  readonly #db: DatabaseSync;
  readonly #statements: Statements;
  #pending: Promise<void> | null = null;
  #failure: unknown = null;

  /** Opens or creates the file in `dir`; null stores everything in memory. Throws DataFolderError. */
  constructor(dir: string | null) {
    this.#db = dir === null ? new DatabaseSync(':memory:') : openFile(dir);
    this.#statements = new Statements(this.#db);
    this.#db.exec(SCHEMA);
    // Truncates the log, so that the next check finds no parts of a torn commit behind later ones.
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  /** Yields the rows of a query. */
  rows<Row>(sql: string, ...values: SQLInputValue[]): IterableIterator<Row> {
    return this.#db.prepare(sql).iterate(...values) as IterableIterator<Row>;
  }

  /** Runs one change in the open transaction. After a failure `settled` rejects, because the disk lacks a change. */
  write(sql: string, ...values: SQLInputValue[]): void {
    try {
      if (!this.#pending) this.#begin();
      this.#statements.get(sql).run(...values);
    } catch (error) {
      this.#failure ??= error;
      throw error;
    }
  }

  /** Resolves when everything written so far is on the disk; rejects if the disk refused a write. */
  flushed(): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    return this.#pending ?? Promise.resolve();
  }

  /** Commits pending writes and closes the file. */
  close(): void {
    if (this.#db.isTransaction) this.#db.exec('COMMIT');
    this.#db.close();
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
}

function openFile(dir: string): DatabaseSync {
  const path = join(dir, FILE_NAME);
  let db: DatabaseSync | null = null;
  try {
    mkdirSync(dir, { recursive: true });
    checkLog(`${path}-wal`);
    db = new DatabaseSync(path, { timeout: 0 });
    // The exclusive transaction takes the lock for the life of the process, before anything is read or written.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    const check = String(db.prepare('PRAGMA quick_check(1)').get()?.quick_check);
    if (check !== 'ok') throw damaged(`data file ${path}`, check.replace(/\s+/g, ' '));
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

/** Refuses a log from which SQLite would silently drop acknowledged writes; it must be read before SQLite opens it. */
function checkLog(path: string): void {
  if (!existsSync(path)) return;
  for (let reads = 0, bytes = readFileSync(path); reads < LOG_READS; reads++) {
    const damage = damageOf(bytes);
    if (damage === null) return;
    const again = readFileSync(path);
    if (again.equals(bytes)) throw damaged(`log ${path}`, damage);
    bytes = again;
  }
  // Another process is writing to it: SQLite will report that the file is in use.
}

/** Returns the error for a damaged file, with the reason in one line. */
export function damaged(file: string, reason: string): DataFolderError {
  return new DataFolderError(`${file} is damaged (${reason}); it was left as it is`);
}

function folderError(path: string, error: unknown): DataFolderError {
  if (error instanceof DataFolderError) return error;
  const { errcode, message } = error as { errcode?: number; message: string };
  // The low byte is SQLite's primary result code: 5 BUSY, 11 CORRUPT, 26 NOTADB.
  const primary = (errcode ?? 0) & 0xff;
  if (primary === 5) return new DataFolderError(`data file ${path} is in use by another process`);
  if (primary === 11 || primary === 26) return damaged(`data file ${path}`, message);
  return new DataFolderError(`data file ${path} cannot be opened: ${message}`);
}
