/**
 * Returns the code points that an SFNT font maps to a glyph, from its `cmap` table (formats 4 and 12, which contain
 * Unicode mappings; see the OpenType specification).
 * @throws Error if the font has no such table.
 */
export function fontCharacters(font: Buffer): Set<number> {
  const cmap = tableOffset(font, 'cmap');
  const found = new Set<number>();
  const count = font.readUInt16BE(cmap + 2);
  for (let i = 0; i < count; i += 1) {
    const subtable = cmap + font.readUInt32BE(cmap + 4 + i * 8 + 4);
    const format = font.readUInt16BE(subtable);
    if (format === 4) addFormat4(font, subtable, found);
    if (format === 12) addFormat12(font, subtable, found);
  }
  return found;
}

function tableOffset(font: Buffer, tag: string): number {
  const tables = font.readUInt16BE(4);
  for (let i = 0; i < tables; i += 1) {
    const entry = 12 + i * 16;
    if (font.toString('latin1', entry, entry + 4) === tag) return font.readUInt32BE(entry + 8);
  }
  throw new Error(`The font has no ${tag} table`);
}

function addFormat4(font: Buffer, at: number, found: Set<number>): void {
  const segments = font.readUInt16BE(at + 6) / 2;
  const ends = at + 14;
  const starts = ends + segments * 2 + 2;
  const deltas = starts + segments * 2;
  const offsets = deltas + segments * 2;
  for (let i = 0; i < segments; i += 1) {
    const end = font.readUInt16BE(ends + i * 2);
    const start = font.readUInt16BE(starts + i * 2);
    const delta = font.readUInt16BE(deltas + i * 2);
    const offset = font.readUInt16BE(offsets + i * 2);
    for (let code = start; code <= end && code !== 0xffff; code += 1) {
      const glyph = offset === 0 ? code : font.readUInt16BE(offsets + i * 2 + offset + (code - start) * 2);
      const mapped = offset !== 0 && glyph === 0 ? 0 : (glyph + delta) & 0xffff;
      if (mapped !== 0) found.add(code);
    }
  }
}

function addFormat12(font: Buffer, at: number, found: Set<number>): void {
  const groups = font.readUInt32BE(at + 12);
  for (let i = 0; i < groups; i += 1) {
    const group = at + 16 + i * 12;
    const end = font.readUInt32BE(group + 4);
    for (let code = font.readUInt32BE(group); code <= end; code += 1) found.add(code);
  }
}
