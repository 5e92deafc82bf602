/** Writes a failure to the browser's console. Only this function writes there. */
export function logFailure(what: string, error: unknown): void {
  console.error(`${what}:`, error);
}

/** Returns the result of a call and logs its failure. @throws the error of the call. */
export async function logged<T>(what: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    logFailure(what, error);
    throw error;
  }
}
