/** The `limit` values that were used last, by key; the longest unused is forgotten first. */
export type Recent<V> = {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
};

export function createRecent<V>(limit: number): Recent<V> {
  // A Map keeps the order in which its keys were put in.
  const values = new Map<string, V>();
  return {
    get(key) {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set(key, value) {
      values.delete(key);
      values.set(key, value);
      if (values.size > limit) values.delete(values.keys().next().value!);
    },
    delete: (key) => void values.delete(key),
  };
}
