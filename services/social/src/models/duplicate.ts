const DUPLICATE_KEY = 11_000;

/** Whether a unique index refused a document. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY;
