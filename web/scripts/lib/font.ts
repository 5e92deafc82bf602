import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { fontCharacters } from './cmap.ts';
import { cached, contentHash, listFiles, put, REPO, WEB } from './files.ts';

/** Where the stylesheet expects the subset; Vite gives it its hashed name. */
export const FONT_FILE = join(WEB, '.cache/font/wenkai-700.woff2');
/** Letters, digits and marks that appear in user data shown in the display face (room numbers, clocks). */
const ALWAYS =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 !"#%&\'()*+,-./:;<=>?@[]_~·…—“”‘’、。，！？：；（）《》→红蓝鼠猫狗狼豹虎狮象';

/** Wide characters (CJK, its punctuation and full-width forms) of a source text, comments left out. */
export function wideCharacters(source: string): Set<string> {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
  return new Set(code.match(/[\u2014-\u2026\u2190-\u2199\u3000-\u303f\u3400-\u9fff\uff00-\uffef]/gu) ?? []);
}

/** Characters of `wanted` that `available` has no glyph for. */
export function missingCharacters(wanted: Iterable<string>, available: ReadonlySet<number>): string[] {
  return [...wanted].filter((char) => !available.has(char.codePointAt(0) ?? -1));
}

/** Every character that the user interface can show by itself: web sources and the protocol's messages. */
export async function uiCharacters(): Promise<Set<string>> {
  const files = [join(WEB, 'src'), join(REPO, 'packages/protocol/src'), join(REPO, 'packages/rules/src')];
  const characters = new Set(ALWAYS);
  for (const file of (await Promise.all(files.map(listFiles))).flat()) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
    for (const char of wideCharacters(await readFile(file, 'utf8'))) characters.add(char);
  }
  return characters;
}

/**
 * Subsets LXGW WenKai 700 (one 7 MB file in the package) to the characters of the interface.
 * @throws Error when the face lacks one of them: that string would fall out of the display face.
 */
export async function buildFont(log: (line: string) => void): Promise<void> {
  const source = await readFile(
    createRequire(import.meta.url).resolve(
      '@fontsource/lxgw-wenkai/files/lxgw-wenkai-latin-700-normal.woff2',
    ),
  );
  const characters = [...(await uiCharacters())].sort();
  const text = characters.join('');
  const key = contentHash(text, source);
  const woff2 = await cached(`font/${key}.woff2`, async () => {
    const plain = await subsetFont(source, text, { targetFormat: 'sfnt' });
    const missing = missingCharacters(characters, fontCharacters(plain));
    if (missing.length > 0) throw new Error(`LXGW WenKai has no glyph for: ${missing.join(' ')}`);
    return subsetFont(source, text, { targetFormat: 'woff2' });
  });
  await put(FONT_FILE, woff2);
  log(`font: ${characters.length} characters, ${Math.round(woff2.length / 1024)} KB`);
}
