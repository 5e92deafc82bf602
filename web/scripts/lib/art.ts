import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import sharp from 'sharp';
import { cached, contentHash, listFiles, prune, put, WEB } from './files.ts';
import {
  ANIMALS,
  ART,
  type BoardMeasures,
  pieceSvg,
  publicConfig,
  readThemes,
  SIDES,
  type Side,
  type ThemeSource,
} from './themes.ts';

/** Part of every cache key: raise it when the way of rendering changes. */
const PIPELINE = '1';
const START = ['l5t', '1d3c1', 'r1j1w1e', '7', '7', '7', 'E1W1J1R', '1C3D1', 'T5L'];
const WIDTH = { board: 1228, piece: 192, preview: 480, avatar: 256, pc: 1440, pe: 810 };

type Images = { png: Buffer; webp: Buffer };
type Emit = (path: string, data: string | Buffer) => Promise<void>;

async function render(svg: string, width: number): Promise<Buffer> {
  const image = await renderAsync(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false },
  });
  return image.asPng();
}

/** Quantised PNG for the spec's paths and WebP for everything that may choose. */
async function encode(key: string, make: () => Promise<Buffer>, quality: number): Promise<Images> {
  let made: Promise<Buffer> | undefined;
  const raw = () => {
    made ??= make();
    return made;
  };
  const [png, webp] = await Promise.all([
    cached(`art/${key}.png`, async () =>
      sharp(await raw())
        .png({ palette: true, colours: 256, dither: 1, effort: 7 })
        .toBuffer(),
    ),
    cached(`art/${key}.webp`, async () =>
      sharp(await raw())
        .webp({ quality, effort: 5, smartSubsample: true })
        .toBuffer(),
    ),
  ]);
  return { png, webp };
}

const image = (svg: string, width: number, quality: number): Promise<Images> =>
  encode(contentHash(PIPELINE, svg, `${width}:${quality}`), () => render(svg, width), quality);

async function emitImage(emit: Emit, path: string, images: Images): Promise<void> {
  await emit(`${path}.png`, images.png);
  await emit(`${path}.webp`, images.webp);
}

/** Start position as (x, y, side, FEN letter), read from the FEN-like rows of the rules. */
function startPieces(): { x: number; y: number; side: Side; letter: string }[] {
  return START.flatMap((row, y) => {
    const cells = [...row].flatMap((char) =>
      /\d/.test(char) ? Array<string>(Number(char)).fill('') : [char],
    );
    return cells.flatMap((char, x) =>
      char
        ? [{ x, y, side: char === char.toUpperCase() ? 'red' : 'blue', letter: char.toUpperCase() } as const]
        : [],
    );
  });
}

/** Top-left corner and edge of a piece in pixels of a board picture `width` pixels wide. */
function pieceBox(board: BoardMeasures, scale: number, width: number, x: number, y: number) {
  const unit = width / (7 + 2 * board.horizontalPadding + 6 * board.gap);
  const inset = (1 - scale) / 2;
  return {
    left: Math.round((board.horizontalPadding + x * (1 + board.gap) + inset) * unit),
    top: Math.round((board.verticalPadding + y * (1 + board.gap) + inset) * unit),
    size: Math.round(scale * unit),
  };
}

async function preview(theme: ThemeSource, board: Buffer, pieces: Map<string, Buffer>): Promise<Images> {
  const key = contentHash(PIPELINE, JSON.stringify(theme), board, ...pieces.values());
  return encode(
    key,
    async () => {
      const layers = await Promise.all(
        startPieces().map(async ({ x, y, side, letter }) => {
          const { left, top, size } = pieceBox(theme.board, theme.pieceScale, WIDTH.preview, x, y);
          return {
            input: await sharp(pieces.get(side + letter))
              .resize(size)
              .toBuffer(),
            left,
            top,
          };
        }),
      );
      return sharp(board).resize(WIDTH.preview).composite(layers).png().toBuffer();
    },
    80,
  );
}

async function renderTheme(theme: ThemeSource, emit: Emit, log: (line: string) => void): Promise<void> {
  const source = join(ART, 'themes', theme.id);
  const out = `themes/${theme.id}`;
  await emit(`${out}/config.json`, JSON.stringify(publicConfig(theme)));
  const board = await image(await readFile(join(source, 'board.svg'), 'utf8'), WIDTH.board, 78);
  await emitImage(emit, `${out}/board`, board);
  const pieces = new Map<string, Buffer>();
  for (const side of SIDES)
    for (const animal of ANIMALS) {
      const piece = await image(await pieceSvg(theme, side, animal), WIDTH.piece, 88);
      pieces.set(side + animal.letter, piece.png);
      await emitImage(emit, `${out}/pieces/${side}/${animal.name}`, piece);
    }
  await emitImage(emit, `${out}/preview`, await preview(theme, board.png, pieces));
  log(`theme ${theme.id}: board, pieces, preview`);
  for (const file of await listFiles(source)) {
    const name = /(background-(pc|pe)(-dark)?)\.svg$/.exec(file);
    if (!name) continue;
    const picture = await image(await readFile(file, 'utf8'), name[2] === 'pc' ? WIDTH.pc : WIDTH.pe, 84);
    await emitImage(emit, `${out}/${name[1]}`, picture);
    if (name[2] === 'pc') await emitImage(emit, `${out}/background${name[3] ?? ''}`, picture);
  }
  log(`theme ${theme.id}: backgrounds`);
}

async function renderAvatars(emit: Emit, log: (line: string) => void): Promise<void> {
  const config = await readFile(join(ART, 'avatars/config.json'), 'utf8');
  await emit('avatar/config.json', config);
  const { avatars }: { avatars: { id: string; filename: string }[] } = JSON.parse(config);
  for (const { id, filename } of avatars) {
    const svg = await readFile(join(ART, 'avatars', `${id}.svg`), 'utf8');
    const { png } = await image(svg, WIDTH.avatar, 84);
    await emit(`avatar/${filename}`, png);
  }
  log(`avatars: ${avatars.length}`);
}

/**
 * Renders all art into `web/public` at the spec's paths (§7 static reads), cached by content hash, and removes
 * what is no longer made.
 * @throws Error on an unfilled template slot, a missing source or a drawing that does not parse.
 */
export async function buildArt(log: (line: string) => void): Promise<void> {
  const made = new Set<string>();
  const emit: Emit = async (path, data) => {
    const file = join(WEB, 'public', path);
    made.add(file);
    await put(file, data);
  };
  for (const theme of await readThemes()) await renderTheme(theme, emit, log);
  await renderAvatars(emit, log);
  await prune(join(WEB, 'public/themes'), made);
  await prune(join(WEB, 'public/avatar'), made);
}
