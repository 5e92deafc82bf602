import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import type { Plugin, Rolldown } from 'vite';
import { boardPicture, pieceSheet } from '../../src/board/theme.ts';
import { FIRST_PAINT } from '../../src/shared/table/use-table-layout.ts';
import { HOME, LEARN, type LightPage, PUZZLE, ROOM } from './pages.ts';
import { readArtIndex } from './theme-modules.ts';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;
/** Attributes of a `link` to a picture; `{art}` is replaced by the folder of the theme's pictures. */
type Picture = Record<string, string>;
type PictureName = 'hero' | 'board' | 'pieces';

/** Data of the page for `public/boot.js`, which every document contains: short. */
interface Early {
  /** Folders of the themes' pictures. */
  art: Record<string, string>;
  pictures: Partial<Record<PictureName, Picture>>;
  pages: EarlyPage[];
}

interface EarlyPage {
  /** Pattern of its path. */
  path: string;
  /** Name of its template, which is shown in windows of `media`; absent: in all. */
  paint: string;
  media?: string;
  /** Scripts and styles, by their names in `/assets/`, to fetch at once. */
  files: string[];
  /** The picture to fetch before them: the largest paint; the one after them. */
  first: PictureName;
  last?: PictureName;
  /** A request for visitors, with `:id` for the first group of `path`, that src/client/early-room.ts takes over. */
  request?: string;
}

function chunkOf(bundle: Bundle, module: string): Chunk {
  const found = Object.values(bundle).find(
    (one): one is Chunk =>
      one.type === 'chunk' &&
      (one.facadeModuleId?.endsWith(module) || one.moduleIds.some((id) => id.endsWith(module))),
  );
  if (!found) throw new Error(`The build has no chunk with ${module}`);
  return found;
}

/** Returns a chunk and all its imports, direct and indirect. */
function withImports(bundle: Bundle, chunk: Chunk, seen = new Set<Chunk>()): Set<Chunk> {
  if (seen.has(chunk)) return seen;
  seen.add(chunk);
  for (const file of chunk.imports) {
    const imported = bundle[file];
    if (imported?.type === 'chunk') withImports(bundle, imported, seen);
  }
  return seen;
}

/** Names of a page's styles and scripts that the document does not contain. */
function filesOf(bundle: Bundle, entry: Chunk, { modules }: LightPage): string[] {
  const asked = withImports(bundle, entry);
  const chunks = new Set(modules.flatMap((module) => [...withImports(bundle, chunkOf(bundle, module))]));
  const wanted = [...chunks].filter((chunk) => !asked.has(chunk));
  const styles = new Set(wanted.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
  return [...styles, ...wanted.map(({ fileName }) => fileName)].map((file) => file.replace('assets/', ''));
}

/** The tiger of home, and board and pieces at the URLs that the table requests. */
function picturesOf(bundle: Bundle): Early['pictures'] {
  const tiger = Object.values(bundle).find(
    (one) => one.type === 'asset' && one.originalFileNames.some((name) => name.endsWith('faces/tiger.svg')),
  );
  const link = (picture: ReturnType<typeof boardPicture>): Picture => ({
    href: picture.src,
    imagesrcset: picture.srcSet,
    imagesizes: picture.sizes,
  });
  return {
    ...(tiger && { hero: { href: `/${tiger.fileName}`, fetchpriority: 'high' } }),
    board: { ...link(boardPicture('{art}')), fetchpriority: 'high' },
    pieces: link(pieceSheet('{art}')),
  };
}

function earlyOf(bundle: Bundle, entry: Chunk): Early {
  const table = (paint: string, page: LightPage): EarlyPage => ({
    path: page.path,
    paint,
    media: FIRST_PAINT.media,
    files: filesOf(bundle, entry, page),
    first: 'board',
    last: 'pieces',
  });
  const getRoom = PUBLIC_ROUTES.getRoom.path.replace(':roomId', ':id');
  return {
    art: readArtIndex(),
    pictures: picturesOf(bundle),
    pages: [
      { path: HOME.path, paint: 'home', files: filesOf(bundle, entry, HOME), first: 'hero' },
      { ...table('room', ROOM), request: `/api${getRoom}?view=compact` },
      table('lesson', LEARN),
      table('puzzle', PUZZLE),
    ],
  };
}

/**
 * Vite plugin: lists for the boot script what home, rooms, lessons and puzzles need, so that the browser fetches it in
 * parallel with the application. Builds only.
 */
export function earlyHints(): Plugin {
  return {
    name: 'early-hints',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, chunk }) {
        const early: Early = bundle && chunk ? earlyOf(bundle, chunk) : { art: {}, pictures: {}, pages: [] };
        return html.replace(
          '<script src="/boot.js">',
          `<script type="application/json" id="early">${JSON.stringify(early)}</script>\n    $&`,
        );
      },
    },
  };
}
