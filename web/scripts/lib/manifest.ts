/** The part of Vite's manifest that the build uses. */
export interface ManifestChunk {
  file: string;
  imports?: string[];
  css?: string[];
  assets?: string[];
}
export type Manifest = Record<string, ManifestChunk>;

/**
 * Returns manifest entries and their static imports.
 * @throws Error if an entry is missing.
 */
export function withImports(manifest: Manifest, entries: readonly string[]): ManifestChunk[] {
  const found = new Map<string, ManifestChunk>();
  const visit = (key: string): void => {
    if (found.has(key)) return;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk ${key}`);
    found.set(key, chunk);
    chunk.imports?.forEach(visit);
  };
  entries.forEach(visit);
  return [...found.values()];
}

/**
 * Returns the keys of chunks that import each other in a cycle, or null. One of them runs before its import, so a
 * constant at the import's top level is still undefined.
 */
export function importCircle(manifest: Manifest): string[] | null {
  const done = new Set<string>();
  const visit = (key: string, path: readonly string[]): string[] | null => {
    if (path.includes(key)) return [...path.slice(path.indexOf(key)), key];
    if (done.has(key)) return null;
    for (const next of manifest[key]?.imports ?? []) {
      const circle = visit(next, [...path, key]);
      if (circle) return circle;
    }
    done.add(key);
    return null;
  };
  for (const key of Object.keys(manifest)) {
    const circle = visit(key, []);
    if (circle) return circle;
  }
  return null;
}
