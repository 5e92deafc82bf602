import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { BOARD_WIDTHS, PIECE_EDGES, PIECE_ORDER } from '../../src/board/theme.ts';
import { cached, contentHash, prune, put, WEB } from './files.ts';
import { pool } from './pool.ts';
import { svgBody } from './template.ts';
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

/** Part of every cache key. Increase it when the rendering changes. */
const PIPELINE = '2';
const START = ['l5t', '1d3c1', 'r1j1w1e', '7', '7', '7', 'E1W1J1R', '1C3D1', 'T5L'];
const BACKGROUNDS = ['background-pc', 'background-pe'];
const WIDTH = { board: 1228, piece: 192, preview: 480, avatar: 256, pc: 1440, pe: 810 };
/** WebP quality; a background may have less. */
const QUALITY = { board: 74, pieces: 84, preview: 80, background: 70 };
/** File with the folder of each theme's pictures, and of the levels, for the bundle. */
export const ART_INDEX = join(WEB, '.cache/art.json');

/** A picture that is rendered on first use; `key` identifies its content. */
interface Drawing {
  key: string;
  raw: () => Promise<Buffer>;
}
type Emit = (path: string, data: string | Buffer) => Promise<void>;

/** Rendering and encoding run on other threads. More of them than cores only use more memory. */
const atWork = pool(availableParallelism());

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

async function render(svg: string, width: number): Promise<Buffer> {
  const image = await renderAsync(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false },
  });
  return image.asPng();
}

function drawn(svg: string, width: number): Drawing {
  return {
    key: contentHash(PIPELINE, svg, String(width)),
    raw: once(() => atWork(() => render(svg, width))),
  };
}

/** PNG with a palette, for the addresses of the public API. */
function asPng({ key, raw }: Drawing): Promise<Buffer> {
  return cached(`art/${key}.png`, async () => {
    const data = await raw();
    return atWork(() => sharp(data).png({ palette: true, colors: 256, dither: 1, effort: 7 }).toBuffer());
  });
}

/** WebP for the web client, scaled down to `width` if given. */
function asWebp({ key, raw }: Drawing, quality: number, width?: number): Promise<Buffer> {
  return cached(`art/${contentHash(key, `${quality}:${width}`)}.webp`, async () => {
    const data = await raw();
    return atWork(() =>
      sharp(data).resize(width).webp({ quality, effort: 5, smartSubsample: true }).toBuffer(),
    );
  });
}

/** Pieces of the start position as (x, y, side, FEN letter), from the rules package. */
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

/** Returns the top-left corner and edge, in px, of a piece on a board picture of `width` px. */
function pieceBox(board: BoardMeasures, scale: number, width: number, x: number, y: number) {
  const unit = width / (7 + 2 * board.horizontalPadding + 6 * board.gap);
  const inset = (1 - scale) / 2;
  return {
    left: Math.round((board.horizontalPadding + x * (1 + board.gap) + inset) * unit),
    top: Math.round((board.verticalPadding + y * (1 + board.gap) + inset) * unit),
    size: Math.round(scale * unit),
  };
}

/** Composes layers onto a base picture. */
async function compose(base: Sharp, layers: Promise<OverlayOptions>[]): Promise<Buffer> {
  return base
    .composite(await Promise.all(layers))
    .png()
    .toBuffer();
}

function preview(theme: ThemeSource, board: Drawing, pieces: Map<string, Drawing>): Drawing {
  const key = contentHash(
    PIPELINE,
    JSON.stringify(theme),
    board.key,
    ...[...pieces.values()].map((p) => p.key),
  );
  const raw = async () => {
    const layers = startPieces().map(async ({ x, y, side, letter }) => {
      const { left, top, size } = pieceBox(theme.board, theme.pieceScale, WIDTH.preview, x, y);
      const piece = await pieces.get(side + letter)!.raw();
      return { input: await sharp(piece).resize(size).toBuffer(), left, top };
    });
    const ground = await sharp(await board.raw())
      .resize(WIDTH.preview)
      .toBuffer();
    return compose(sharp(ground), layers);
  };
  return { key, raw: once(raw) };
}

/** All pieces in one row in the order of `PIECE_ORDER`: one request loads them. `edge` in px. */
function sheet(pieces: Map<string, Drawing>, edge: number): Drawing {
  const row = PIECE_ORDER.map(({ side, animal }) => {
    const { letter } = ANIMALS.find(({ name }) => name === animal)!;
    return pieces.get(side + letter)!;
  });
  const raw = () => {
    const layers = row.map(async (piece, index) => ({
      input: await sharp(await piece.raw())
        .resize(edge)
        .toBuffer(),
      left: index * edge,
      top: 0,
    }));
    const size = { width: edge * row.length, height: edge };
    return compose(sharp({ create: { ...size, channels: 4, background: '#0000' } }), layers);
  };
  return { key: contentHash(PIPELINE, `${edge}`, ...row.map(({ key }) => key)), raw: once(raw) };
}

/** Pictures by file name. */
type Pictures = Record<string, Buffer>;

/** Renders board, pieces, and the preview of both. */
async function renderGame(theme: ThemeSource, source: string, emit: Emit): Promise<Pictures> {
  const board = drawn(await readFile(join(source, 'board.svg'), 'utf8'), WIDTH.board);
  const pieces = new Map<string, Drawing>();
  for (const side of SIDES) {
    for (const animal of ANIMALS) {
      const piece = drawn(await pieceSvg(theme, side, animal), WIDTH.piece);
      pieces.set(side + animal.letter, piece);
      await emit(`pieces/${side}/${animal.name}.png`, await asPng(piece));
    }
  }
  const shown = preview(theme, board, pieces);
  await emit('board.png', await asPng(board));
  await emit('preview.png', await asPng(shown));
  const pictures: Pictures = { 'preview.webp': await asWebp(shown, QUALITY.preview) };
  for (const width of BOARD_WIDTHS)
    pictures[`board-${width}.webp`] = await asWebp(board, QUALITY.board, width);
  for (const edge of PIECE_EDGES)
    pictures[`pieces-${edge}.webp`] = await asWebp(sheet(pieces, edge), QUALITY.pieces);
  return pictures;
}

/** Renders a background. Clients that choose neither of the two formats use `background.png`, the desktop's. */
async function renderBackground(source: string, name: string, emit: Emit): Promise<Pictures> {
  const wide = name.startsWith('background-pc');
  const svg = await readFile(join(source, `${name}.svg`), 'utf8');
  const picture = drawn(svg, wide ? WIDTH.pc : WIDTH.pe);
  const png = await asPng(picture);
  await emit(`${name}.png`, png);
  if (wide) await emit(`${name.replace('-pc', '')}.png`, png);
  return { [`${name}.webp`]: await asWebp(picture, QUALITY.background) };
}

/** Renders a theme. Returns the URL of the folder with the client's pictures. */
async function renderTheme(theme: ThemeSource, emit: Emit): Promise<string> {
  const source = join(ART, 'themes', theme.id);
  const inTheme: Emit = (path, data) => emit(`themes/${theme.id}/${path}`, data);
  await inTheme('config.json', JSON.stringify(publicConfig(theme)));
  const backgrounds = BACKGROUNDS.flatMap((name) => [name, ...(theme.night ? [`${name}-dark`] : [])]);
  const parts = await Promise.all([
    renderGame(theme, source, inTheme),
    ...backgrounds.map((name) => renderBackground(source, name, inTheme)),
  ]);
  const pictures = Object.entries(Object.assign({}, ...parts) as Pictures);
  // The name contains a content hash, so browsers may cache the folder forever.
  const folder = `art/${theme.id}-${contentHash(...pictures.flat()).slice(0, 8)}`;
  for (const [name, data] of pictures) await emit(`${folder}/${name}`, data);
  return `/${folder}`;
}

async function renderAvatars(emit: Emit): Promise<number> {
  const config = await readFile(join(ART, 'avatars/config.json'), 'utf8');
  await emit('avatar/config.json', config);
  const { avatars }: { avatars: { id: string; filename: string }[] } = JSON.parse(config);
  await Promise.all(
    avatars.map(async ({ id, filename }) => {
      const svg = await readFile(join(ART, 'avatars', `${id}.svg`), 'utf8');
      await emit(`avatar/${filename}`, await asPng(drawn(svg, WIDTH.avatar)));
    }),
  );
  return avatars.length;
}

/** Renders the app icons, and the face for old browsers. A maskable icon is cropped only in its background. */
async function renderIcons(emit: Emit): Promise<void> {
  const logo = await readFile(join(ART, 'logo.svg'), 'utf8');
  const ground = '<rect x="-8" y="-8" width="80" height="80" fill="#B5392A"/>';
  const maskable = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 80 80">${ground}${svgBody(logo)}</svg>`;
  const elephant = await readFile(join(ART, 'faces/elephant.svg'), 'utf8');
  const icons = {
    'icon-192': logo,
    'icon-512': logo,
    'maskable-512': maskable,
    'apple-180': maskable,
    'elephant-264': elephant,
  };
  for (const [name, svg] of Object.entries(icons))
    await emit(`icons/${name}.png`, await asPng(drawn(svg, Number(name.split('-')[1]))));
}

/** Copies the emblems of the levels. Returns the URL of their folder, whose name contains a content hash. */
async function copyLevels(emit: Emit): Promise<string> {
  const source = join(ART, 'levels');
  const names = (await readdir(source)).sort();
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(join(source, name))] as const),
  );
  const folder = `art/levels-${contentHash(...files.flat()).slice(0, 8)}`;
  for (const [name, data] of files) await emit(`${folder}/${name}`, data);
  return `/${folder}`;
}

/**
 * Renders all art into `web/public`, cached by content, and removes outdated files: PNG at the addresses of the
 * public
 * API, WebP for the web client in one folder per theme with a content hash in its name.
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
  const [avatars, levels, , ...folders] = await Promise.all([
    renderAvatars(emit),
    copyLevels(emit),
    renderIcons(emit),
    ...themes.map((theme) => renderTheme(theme, emit)),
  ]);
  for (const folder of ['themes', 'avatar', 'art', 'icons']) await prune(join(WEB, 'public', folder), made);
  const index = Object.fromEntries(themes.map(({ id }, at) => [id, folders[at]]));
  await put(ART_INDEX, JSON.stringify({ ...index, levels }));
  log(`art: ${themes.length} themes, ${avatars} avatars`);
}
