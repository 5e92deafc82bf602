import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { fontCharacters } from './cmap.ts';
import { cached, contentHash, listFiles, put, REPO, WEB } from './files.ts';

const require = createRequire(import.meta.url);

/** Folder that `display-font.css` of `src/ui` and `src/admin` expect; Vite adds hashes to the file names. */
const FOLDER = join(WEB, '.cache/font');
/** The console, whose characters the site does not load. */
const CONSOLE = join(WEB, 'src/admin/');
/** Letters, digits and punctuation in user data shown in the display font (room numbers, clocks). */
const ALWAYS =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 !"#%&\'()*+,-./:;<=>?@[]_~·…—“”‘’、。，！？：；（）《》→红蓝鼠猫狗狼豹虎狮象';

/** Texts of other catalogs that home shows. */
const ENTRANCE = '登录注册退出规则';

/** Frequent characters of nicknames; other characters use the system's Kaiti. */
const NAMES =
  '阿安白北冰波不才采草长晨成城尺初川春此大丹淡道得灯地点东冬动豆渡飞非风枫峰凤夫福歌古光归国果海寒好何和河荷鹤黑红虹湖花华淮欢黄灰慧火吉季佳剑江将娇金京静九酒菊君可客空苦兰蓝懒老乐雷李力丽良亮林凌玲留流柳龙鹿路绿妈麦梅美门萌梦米面民明木南宁鸟农暖盘朋平普七齐奇千前强桥巧琴青清晴秋球曲泉然人日柔如瑞若三森沙山杉上少神生诗十石时士书树霜谁水思四松苏酥随岁太谭甜天桐土团王望微为维温文雯吾无五午西溪霞仙闲香祥小晓笑心欣新星杏雄秀旭雪寻雅烟炎言岩颜阳杨洋瑶野叶夜一依忆逸音银英鹰影永勇游友有鱼雨语玉元圆远月悦云在泽张之知志智中舟竹子自棕走醉';

/** Returns the wide characters (CJK, its punctuation and full-width forms) of a source text, without comments. */
export function wideCharacters(source: string): Set<string> {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
  return new Set(code.match(/[\u2014-\u2026\u2190-\u2199\u3000-\u303f\u3400-\u9fff\uff00-\uffef]/gu) ?? []);
}

/** Returns the characters of `wanted` without a glyph in `available`. */
export function missingCharacters(wanted: Iterable<string>, available: ReadonlySet<number>): string[] {
  return [...wanted].filter((char) => !available.has(char.codePointAt(0) ?? -1));
}

async function charactersOf(files: readonly string[]): Promise<Set<string>> {
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  const texts = await Promise.all(sources.map((file) => readFile(file, 'utf8')));
  return new Set(texts.flatMap((text) => [...wideCharacters(text)]));
}

/** Features whose pages need the network: a device does not store the characters that only they have. */
const ONLINE = ['auth', 'download', 'letters', 'players', 'settings', 'themes', 'tournament'].map((name) =>
  join(WEB, 'src/features', name, '/'),
);

/** Returns the sources of the site's texts: web sources, messages of the protocol, lessons, titles of levels. */
async function siteFiles(): Promise<string[]> {
  const folders = [
    join(WEB, 'src'),
    ...['protocol', 'rules', 'lessons'].map((name) => join(REPO, 'packages', name, 'src')),
  ];
  const titles = join(REPO, 'packages/endgames/src/titles.ts');
  const all = [titles, ...(await Promise.all(folders.map(listFiles))).flat()];
  return all.filter((file) => !file.startsWith(CONSOLE));
}

/** Returns the characters of texts that only pages with a network show. */
async function onlineCharacters(): Promise<Set<string>> {
  const files = await siteFiles();
  const isOnline = (file: string) => ONLINE.some((folder) => file.startsWith(folder));
  const others = await charactersOf(files.filter((file) => !isOnline(file)));
  const own = await charactersOf(files.filter(isOnline));
  return new Set([...own].filter((char) => !others.has(char)));
}

/** Returns every character of the site. */
export async function uiCharacters(): Promise<Set<string>> {
  const found = await charactersOf(await siteFiles());
  const characters = new Set([...ALWAYS, ...NAMES, ...found]);
  for (const config of ['avatars/config.json', 'themes/themes.json'])
    for (const char of wideCharacters(await readFile(join(WEB, 'art', config), 'utf8'))) characters.add(char);
  return characters;
}

interface Slice {
  name: string;
  characters: readonly string[];
}

/**
 * Distributes characters to slices: each goes to the first slice that lists it, or else to `rest`. A page loads only the
 * slices of its characters.
 */
export function sliced(
  characters: Iterable<string>,
  wants: Readonly<Record<string, ReadonlySet<string>>>,
): Slice[] {
  const slices = new Map<string, string[]>([...Object.keys(wants), 'rest'].map((name) => [name, []]));
  for (const char of characters) {
    const name = Object.keys(wants).find((one) => wants[one]?.has(char)) ?? 'rest';
    slices.get(name)?.push(char);
  }
  return [...slices].map(([name, own]) => ({ name, characters: own }));
}

/** Splits a slice in two, so that a page that needs one character loads half. */
export function halved({ name, characters }: Slice): Slice[] {
  const middle = Math.ceil(characters.length / 2);
  return [characters.slice(0, middle), characters.slice(middle)].map((half, index) => ({
    name: `${name}-${index + 1}`,
    characters: half,
  }));
}

/** Characters of the texts in folders of `src` and below. */
async function textsOf(...folders: string[]): Promise<string[]> {
  const files = await Promise.all(folders.map((folder) => listFiles(join(WEB, 'src', folder))));
  const texts = files.flat().filter((file) => file.endsWith('texts.ts'));
  const sources = await Promise.all(texts.map((file) => readFile(file, 'utf8')));
  return sources.flatMap((source) => [...wideCharacters(source)]);
}

/** Returns the `unicode-range` of characters; adjacent code points form a range. */
export function unicodeRange(characters: readonly string[]): string {
  const ranges: [number, number][] = [];
  const codes = characters.map((char) => char.codePointAt(0) ?? 0).sort((a, b) => a - b);
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last && code === last[1] + 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const hex = (code: number): string => code.toString(16);
  return ranges.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(',');
}

function faceRule({ name, characters }: Slice): string {
  return `@font-face{font-family:"LXGW WenKai";font-weight:700;font-display:swap;src:url("./wenkai-${name}.woff2") format("woff2");unicode-range:${unicodeRange(characters)}}`;
}

/**
 * Cuts LXGW WenKai 700 (one file of 7 MB in the package) down to the characters of the interface, in slices.
 * @throws Error if the font lacks one of them.
 */
export async function buildFont(log: (line: string) => void): Promise<void> {
  const source = await readFile(
    require.resolve('@fontsource/lxgw-wenkai/files/lxgw-wenkai-latin-700-normal.woff2'),
  );
  const site = await uiCharacters();
  const slices = sliced([...site].sort(), {
    home: new Set([
      ...ALWAYS,
      ...ENTRANCE,
      ...(await textsOf('client', 'ui', 'shared/talk', 'features/home')),
    ]),
    table: new Set(
      await textsOf('board', 'shared/table', 'shared/clock', 'shared/correspondence', 'features/room'),
    ),
    names: new Set(NAMES),
    online: await onlineCharacters(),
  }).flatMap((slice) => (slice.name === 'rest' ? halved(slice) : slice));
  const console = [...(await charactersOf(await listFiles(CONSOLE)))]
    .filter((char) => !site.has(char))
    .sort();
  const own = { name: 'console', characters: console };
  const sizes: string[] = [];
  for (const { name, characters } of [...slices, own]) {
    const woff2 = await subset(source, characters);
    await put(join(FOLDER, `wenkai-${name}.woff2`), woff2);
    sizes.push(`${name} ${characters.length} characters, ${Math.round(woff2.length / 1024)} KB`);
  }
  await put(join(FOLDER, 'wenkai.css'), slices.map(faceRule).join('\n'));
  await put(join(FOLDER, 'console.css'), faceRule(own));
  log(`font: ${sizes.join('; ')}`);
}

function subset(source: Buffer, characters: readonly string[]): Promise<Buffer> {
  const text = characters.join('');
  return cached(`font/${contentHash(text, source)}.woff2`, async () => {
    const plain = await subsetFont(source, text, { targetFormat: 'sfnt' });
    const missing = missingCharacters(characters, fontCharacters(plain));
    if (missing.length > 0) throw new Error(`LXGW WenKai has no glyph for: ${missing.join(' ')}`);
    return subsetFont(source, text, { targetFormat: 'woff2' });
  });
}
