import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import type { Plugin, Rolldown } from 'vite';
import { boardPicture, pieceSheet } from '../../src/board/theme.ts';
import { FIRST_PAINT } from '../../src/shared/table/use-table-layout.ts';
import { HOME, type LightPage, ROOM } from './pages.ts';
import { readArtIndex } from './theme-modules.ts';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;
/** Attributes of a `link`; `{art}` is replaced by the folder of the theme's pictures. */
type Link = Record<string, string>;

/** Data of the page for `public/boot.js`. */
interface Early {
  /** Folders of the themes' pictures. */
  art: Record<string, string>;
  pages: EarlyPage[];
}

interface EarlyPage {
  /** Pattern of its path. */
  path: string;
  /** Name of its template, which is shown in windows of `media`. */
  paint: string;
  media: string;
  /** Files to fetch at once. */
  links: Link[];
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

/** Links to a page's scripts and styles that the document does not contain. */
function codeLinks(bundle: Bundle, entry: Chunk, { modules }: LightPage): Link[] {
  const asked = withImports(bundle, entry);
  const chunks = new Set(modules.flatMap((module) => [...withImports(bundle, chunkOf(bundle, module))]));
  const wanted = [...chunks].filter((chunk) => !asked.has(chunk));
  const styles = new Set(wanted.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
  return [
    ...[...styles].map((file) => ({ rel: 'preload', as: 'style', href: `/${file}`, crossorigin: '' })),
    ...wanted.map(({ fileName }) => ({ rel: 'modulepreload', href: `/${fileName}` })),
  ];
}

/** The largest picture of home. */
function homePictures(bundle: Bundle): Link[] {
  const tiger = Object.values(bundle).find(
    (one) => one.type === 'asset' && one.originalFileNames.some((name) => name.endsWith('faces/tiger.svg')),
  );
  return tiger ? [{ rel: 'preload', as: 'image', href: `/${tiger.fileName}`, fetchpriority: 'high' }] : [];
}

/** Board and pieces, at the URLs that the table requests. */
function tablePictures(): Link[] {
  const link = (picture: ReturnType<typeof boardPicture>): Link => ({
    rel: 'preload',
    as: 'image',
    href: picture.src,
    imagesrcset: picture.srcSet,
    imagesizes: picture.sizes,
  });
  return [link(boardPicture('{art}')), link(pieceSheet('{art}'))];
}

function earlyOf(bundle: Bundle, entry: Chunk): Early {
  return {
    art: readArtIndex(),
    pages: [
      {
        path: HOME.path,
        paint: 'home',
        media: 'all',
        links: [...homePictures(bundle), ...codeLinks(bundle, entry, HOME)],
      },
      {
        path: ROOM.path,
        paint: 'room',
        media: FIRST_PAINT.media,
        links: [...codeLinks(bundle, entry, ROOM), ...tablePictures()],
        request: `/api${PUBLIC_ROUTES.getRoom.path.replace(':roomId', ':id')}?view=compact`,
      },
    ],
  };
}

/**
 * Vite plugin: lists for the boot script what home and rooms need, so that the browser fetches it in parallel with
 * the
 * application. Builds only.
 */
export function earlyHints(): Plugin {
  return {
    name: 'early-hints',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, chunk }) {
        const early: Early = bundle && chunk ? earlyOf(bundle, chunk) : { art: {}, pages: [] };
        return html.replace(
          '<script src="/boot.js">',
          `<script type="application/json" id="early">${JSON.stringify(early)}</script>\n    $&`,
        );
      },
    },
  };
}
