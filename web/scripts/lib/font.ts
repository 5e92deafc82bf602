import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { fontCharacters } from './cmap.ts';
import { cached, contentHash, listFiles, put, REPO, WEB } from './files.ts';

const require = createRequire(import.meta.url);

/** Where the stylesheet expects the subset; Vite gives it its hashed name. */
export const FONT_FILE = join(WEB, '.cache/font/wenkai-700.woff2');
/** Letters, digits and marks that appear in user data shown in the display face (room numbers, clocks). */
const ALWAYS =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 !"#%&\'()*+,-./:;<=>?@[]_~·…—“”‘’、。，！？：；（）《》→红蓝鼠猫狗狼豹虎狮象';

/** Frequent in names that people give themselves; others fall through to the system's Kaiti. */
const NAMES =
  '阿安白北冰波不才采草长晨成城尺初川春此大丹淡道得灯地点东冬动豆渡飞非风枫峰凤夫福歌古光归国果海寒好何和河荷鹤黑红虹湖花华淮欢黄灰慧火吉季佳剑江将娇金京静九酒菊君可客空苦兰蓝懒老乐雷李力丽良亮林凌玲留流柳龙鹿路绿妈麦梅美门萌梦米面民明木南宁鸟农暖盘朋平普七齐奇千前强桥巧琴青清晴秋球曲泉然人日柔如瑞若三森沙山杉上少神生诗十石时士书树霜谁水思四松苏酥随岁太谭甜天桐土团王望微为维温文雯吾无五午西溪霞仙闲香祥小晓笑心欣新星杏雄秀旭雪寻雅烟炎言岩颜阳杨洋瑶野叶夜一依忆逸音银英鹰影永勇游友有鱼雨语玉元圆远月悦云在泽张之知志智中舟竹子自棕走醉';

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
  const characters = new Set(ALWAYS + NAMES);
  for (const file of (await Promise.all(files.map(listFiles))).flat()) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
    for (const char of wideCharacters(await readFile(file, 'utf8'))) characters.add(char);
  }
  for (const config of ['avatars/config.json', 'themes/themes.json'])
    for (const char of wideCharacters(await readFile(join(WEB, 'art', config), 'utf8'))) characters.add(char);
  return characters;
}

/**
 * Subsets LXGW WenKai 700 (one 7 MB file in the package) to the characters of the interface.
 * @throws Error when the face lacks one of them: that string would fall out of the display face.
 */
export async function buildFont(log: (line: string) => void): Promise<void> {
  const source = await readFile(
    require.resolve('@fontsource/lxgw-wenkai/files/lxgw-wenkai-latin-700-normal.woff2'),
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
