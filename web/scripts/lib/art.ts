import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import sharp from 'sharp';
import { cached, contentHash, prune, put, WEB } from './files.ts';
import { pool } from './pool.ts';
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
const BACKGROUNDS = ['background-pc', 'background-pe'];
const WIDTH = { board: 1228, piece: 192, preview: 480, avatar: 256, pc: 1440, pe: 810 };

type Images = { png: Buffer; webp: Buffer };
type Emit = (path: string, data: string | Buffer) => Promise<void>;

/** Drawing and encoding run on threads of their own; more of them than cores would only hold more memory. */
const atWork = pool(availableParallelism());

async function render(svg: string, width: number): Promise<Buffer> {
  const image = await renderAsync(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false },
  });
  return image.asPng();
}

/** Quantised PNG for the spec's paths and WebP for everything that may choose. */
async function encode(key: string, make: () => Promise<Buffer>, quality: number): Promise<Images> {
  const raw = once(() => atWork(make));
  const [png, webp] = await Promise.all([
    cached(`art/${key}.png`, async () => {
      const data = await raw();
      return atWork(() => sharp(data).png({ palette: true, colours: 256, dither: 1, effort: 7 }).toBuffer());
    }),
    cached(`art/${key}.webp`, async () => {
      const data = await raw();
      return atWork(() => sharp(data).webp({ quality, effort: 5, smartSubsample: true }).toBuffer());
    }),
  ]);
  return { png, webp };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function image(svg: string, width: number, quality: number): Promise<Images> {
  return encode(contentHash(PIPELINE, svg, `${width}:${quality}`), () => render(svg, width), quality);
}

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

/** Board, pieces, and the two of them together as the preview. */
async function renderGame(theme: ThemeSource, source: string, emit: Emit): Promise<void> {
  const drawPiece = async (side: Side, animal: (typeof ANIMALS)[number]) => {
    const piece = await image(await pieceSvg(theme, side, animal), WIDTH.piece, 88);
    await emitImage(emit, `pieces/${side}/${animal.name}`, piece);
    return [side + animal.letter, piece.png] as const;
  };
  const [board, ...pieces] = await Promise.all([
    readFile(join(source, 'board.svg'), 'utf8').then((svg) => image(svg, WIDTH.board, 78)),
    ...SIDES.flatMap((side) => ANIMALS.map((animal) => drawPiece(side, animal))),
  ]);
  await emitImage(emit, 'board', board);
  await emitImage(emit, 'preview', await preview(theme, board.png, new Map(pieces)));
}

/** `background.png` is for clients that know neither of the other two: the desktop's. */
async function renderBackground(source: string, name: string, emit: Emit): Promise<void> {
  const wide = name.startsWith('background-pc');
  const svg = await readFile(join(source, `${name}.svg`), 'utf8');
  const picture = await image(svg, wide ? WIDTH.pc : WIDTH.pe, 84);
  await emitImage(emit, name, picture);
  if (wide) await emitImage(emit, name.replace('-pc', ''), picture);
}

async function renderTheme(theme: ThemeSource, emit: Emit): Promise<void> {
  const source = join(ART, 'themes', theme.id);
  const inTheme: Emit = (path, data) => emit(`themes/${theme.id}/${path}`, data);
  await Promise.all([
    inTheme('config.json', JSON.stringify(publicConfig(theme))),
    renderGame(theme, source, inTheme),
    ...BACKGROUNDS.flatMap((name) => [
      renderBackground(source, name, inTheme),
      ...(theme.night ? [renderBackground(source, `${name}-dark`, inTheme)] : []),
    ]),
  ]);
}

async function renderAvatars(emit: Emit): Promise<number> {
  const config = await readFile(join(ART, 'avatars/config.json'), 'utf8');
  await emit('avatar/config.json', config);
  const { avatars }: { avatars: { id: string; filename: string }[] } = JSON.parse(config);
  await Promise.all(
    avatars.map(async ({ id, filename }) => {
      const svg = await readFile(join(ART, 'avatars', `${id}.svg`), 'utf8');
      await emit(`avatar/${filename}`, (await image(svg, WIDTH.avatar, 84)).png);
    }),
  );
  return avatars.length;
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
  const themes = await readThemes();
  const [avatars] = await Promise.all([
    renderAvatars(emit),
    ...themes.map((theme) => renderTheme(theme, emit)),
  ]);
  await prune(join(WEB, 'public/themes'), made);
  await prune(join(WEB, 'public/avatar'), made);
  log(`art: ${themes.length} themes, ${avatars} avatars`);
}
