/** Writes a failure to the browser's console. Only this function writes there. */
export function logFailure(what: string, error: unknown): void {
  console.error(`${what}:`, error);
}

/** Passes on what comes of a call, and writes down when nothing did. @throws whatever the call throws. */
export async function logged<T>(what: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    logFailure(what, error);
    throw error;
  }
}
