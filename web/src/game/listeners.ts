/** Those who hear something. */
export class Listeners<T> {
  readonly #all = new Set<(told: T) => void>();

  readonly tell = (told: T): void => {
    for (const listener of this.#all) listener(told);
  };

  /** Returns the way to stop. */
  add(listener: (told: T) => void): () => void {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  }

  clear(): void {
    this.#all.clear();
  }
}
