import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What search engines and shared links show of a page that anyone may open. */
interface Head {
  title: string;
  description: string;
}

/** By the first segment of the address. Each has a picture of 1200×630 pixels, public/share/NAME.jpg. */
const HEADS: Readonly<Record<string, Head>> = {
  learn: {
    title: '学棋 · 十二分钟学会斗兽棋',
    description: '十节小课，从走一步到下完第一盘：谁吃谁，鼠怎样过河，狮虎怎样跳河，陷阱和兽穴。不用注册。',
  },
  endgame: {
    title: '残局学堂 · 斗兽棋残局七十二关',
    description: '八章七十二关，每一关都经过完整证明。走对了赢面还在，走错了当场退回。不用注册。',
  },
  puzzle: {
    title: '解题 · 斗兽棋每日一题',
    description: '来自实战的题目，只有一手是对的。每日一题，错题再练，三分钟冲刺，还有自己的题分。',
  },
};

/** Where the gateway writes the address of the site. */
const ORIGIN = '%ORIGIN%';

function tagsOf(name: string, { title, description }: Head): string {
  const properties = {
    type: 'website',
    site_name: '斗兽棋',
    title,
    description,
    url: `${ORIGIN}/${name}`,
    image: `${ORIGIN}/share/${name}.jpg`,
    'image:width': '1200',
    'image:height': '630',
  };
  return Object.entries(properties)
    .map(([property, content]) => `<meta property="og:${property}" content="${content}" />`)
    .join('\n    ');
}

/** Writes `pages/NAME.html`: the page with a title, a description and a picture of its own. */
export async function writeHeads(dist: string): Promise<void> {
  const page = await readFile(join(dist, 'index.html'), 'utf8');
  await mkdir(join(dist, 'pages'), { recursive: true });
  for (const [name, head] of Object.entries(HEADS)) {
    const text = page
      .replace(/<title>.*?<\/title>/, `<title>${head.title}</title>\n    ${tagsOf(name, head)}`)
      .replace(/(<meta name="description" content=").*?"/, `$1${head.description}"`);
    await writeFile(join(dist, 'pages', `${name}.html`), text);
  }
}
