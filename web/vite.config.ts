import { globSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Rolldown } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { consoleAddress } from './scripts/lib/console.ts';
import { earlyHints } from './scripts/lib/early.ts';
import { WEB } from './scripts/lib/files.ts';
import { firstPaint } from './scripts/lib/first-paint.ts';
import { TARGETS } from './scripts/lib/floor.ts';
import { ENTRY, HOME, PUZZLE, ROOM } from './scripts/lib/pages.ts';
import { hasSideEffects, sources } from './scripts/lib/sources.ts';
import { minifySvg } from './scripts/lib/svg.ts';

const gateway = process.env.GATEWAY_URL ?? 'http://localhost:8080';
/** For developing; component tests have no gateway. */
const proxy = {
  '/api': { target: gateway },
  '/socket.io': { target: gateway, ws: true },
};

type Build = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/**
 * Returns the modules that files of `web` import at once, imports of imports too, without those of our packages, whose
 * indexes import everything.
 */
function importedBy(entries: readonly string[], build: Build): Set<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id) || /\/packages\//.test(id)) return;
    found.add(id);
    build.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  for (const entry of entries) visit(join(WEB, entry));
  return found;
}

/**
 * Returns what every page needs: all of the entry, and what home, a header and a logged-in user's session share with
 * others.
 */
function neededAtFirst(build: Build): Set<string> {
  const pages = [...HOME.modules, ...HOME.later].filter((entry) => entry.startsWith('src/'));
  const headers = globSync('src/shared/header/*.tsx', { cwd: WEB, exclude: ['**/*.test.tsx'] });
  const shared = [...importedBy([...pages, ...headers], build)].filter(
    (id) => !/\/src\/features\//.test(id) && !pages.some((entry) => id.endsWith(`/${entry}`)),
  );
  return new Set([...importedBy([ENTRY], build), ...shared]);
}

/** Returns whether a module is of zod, or imports it with no index between, which imports everything. */
function usesSchemas(id: string, build: Build): boolean {
  if (/node_modules\/zod\//.test(id)) return true;
  const isPlain = /\/packages\//.test(id) && !id.endsWith('/index.ts');
  return isPlain && (build.getModuleInfo(id)?.importedIds.some((one) => usesSchemas(one, build)) ?? false);
}

/** Names the chunk of modules in a set, which is worked out once for each build of this process. */
function nameWhere(name: string, find: (build: Build) => Set<string>) {
  let modules: Set<string> | undefined;
  return (id: string, context: Rolldown.ChunkingContext): string | null => {
    modules ??= find({ getModuleInfo: (one) => context.getModuleInfo(one) });
    return modules.has(id) ? name : null;
  };
}

const firstOfRoom = nameWhere('table', (build) => importedBy(ROOM.modules, build));

/**
 * On a slow network a request costs as much as some KB: what every page needs is one file, what several pages share one
 * for each layer. Schemas, which home does without, are apart, and so is what rooms do without. `debugName`: for
 * groups whose name is a function.
 */
const CHUNKS = [
  { debugName: 'app', name: nameWhere('app', neededAtFirst), priority: 5 },
  {
    debugName: 'schemas',
    name: (id: string, build: Build) => (usesSchemas(id, build) ? 'schemas' : null),
    priority: 4,
  },
  {
    // And a hook that results and puzzles share, which have this chunk.
    debugName: 'table',
    name: (id: string, context: Rolldown.ChunkingContext) =>
      // The history and the analysis read stored games, a room does not.
      /\/packages\/(?!rules\/src\/notation\/recordedGame)|\/use-counting\.ts$/.test(id)
        ? 'table'
        : firstOfRoom(id, context),
    test: /\/packages\/(protocol|room|rules)\/|\/web\/src\/(board|client|game|ui|shared\/(table|people|pairing))\//,
    minShareCount: 2,
    priority: 3.5,
  },
  {
    // What a room and a puzzle need beside the board, without popups, which a puzzle does without.
    debugName: 'beside',
    name: nameWhere('beside', (build) => {
      const first = importedBy(ROOM.modules, build);
      return new Set([...importedBy(PUZZLE.modules, build)].filter((id) => !first.has(id)));
    }),
    test: /\/web\/src\/shared\/table\//,
    minShareCount: 2,
    priority: 3.2,
  },
  {
    // What a room needs, but not for its first position.
    debugName: 'popups',
    name: nameWhere('popups', (build) => {
      const first = importedBy(ROOM.modules, build);
      return new Set([...importedBy(ROOM.next, build)].filter((id) => !first.has(id)));
    }),
    test: /node_modules\/(@base-ui|@floating-ui)\/|\/web\/src\/(ui|shared\/(letters|people|pairing|table))\//,
    priority: 3,
  },
  // Loaded only for guests.
  { name: 'guest', test: /\/(web\/src\/client\/guest|packages\/protocol\/src\/guests)\.ts$/, priority: 3 },
  // A group takes what its modules import, and pages that work offline download files as well.
  { name: 'download', test: /\/web\/src\/ui\/download\.ts$/, priority: 4 },
  { name: 'school', test: /\/web\/src\/shared\/school\//, priority: 4 },
  // Lessons and the endgame school share it, and no data of each other.
  { name: 'stored', test: /\/web\/src\/client\/(stored|owned)-value\.ts$/, priority: 4 },
  { name: 'pace', test: /\/web\/src\/shared\/correspondence\/pace/, priority: 4 },
  { name: 'notation', test: /\/web\/src\/shared\/table\/(MoveRecordDialog|NotationCode)/, priority: 2.5 },
  { name: 'lines', test: /\/web\/src\/shared\/people\/(RoomLink|room-numbers|LoadFailed)\b/, priority: 4 },
  // Loaded only by pages that change the account.
  {
    name: 'account',
    test: /\/web\/src\/(client\/(account-calls|made|new-codes)|shared\/account\/(RecoveryCodes|texts))\./,
    priority: 3,
  },
  // What every member follows, without the dialogs of reports.
  { name: 'operators', test: /\/web\/src\/client\/(letters|own-reports|operators-texts)\.ts$/, priority: 4 },
  // Loaded only where the device is called, or may be.
  { name: 'push', test: /\/(web\/src\/client\/push-device|packages\/protocol\/src\/push)\.ts$/, priority: 3 },
  { name: 'pairing', test: /\/web\/src\/shared\/pairing\//, minShareCount: 4, priority: 2 },
  { name: 'ratings', test: /\/web\/src\/shared\/ratings\//, minShareCount: 2, priority: 2 },
  { name: 'letters', test: /\/web\/src\/shared\/letters\//, minShareCount: 2, priority: 2 },
  { name: 'device', test: /\/web\/src\/shared\/device-games\//, minShareCount: 3, priority: 2 },
  // What the chunks of one feature share, so that a part of it does not load what other features share.
  {
    debugName: 'features',
    name: (id: string) => /\/src\/features\/(\w+)\//.exec(id)?.[1] ?? null,
    minShareCount: 2,
    priority: 2,
  },
  // Loaded for rooms by number and lists of games, which need a network.
  {
    name: 'rooms',
    test: /\/web\/src\/(board\/SmallBoard|shared\/(correspondence\/(?!pace)|rooms\/|table\/Thumbnail))/,
    minShareCount: 2,
    priority: 1.5,
  },
  // Challenges in the lobby, likewise.
  { name: 'challenges', test: /\/web\/src\/shared\/pairing\/ChallengeRow\b/, priority: 1.5 },
  // For players of tournaments, likewise.
  { name: 'tournaments', test: /\/web\/src\/shared\/tournament\//, minShareCount: 2, priority: 1.5 },
  // Its downloads and its service on this device need schemas, which rooms do without.
  { name: 'engine', test: /\/web\/src\/shared\/engine\//, minShareCount: 2, priority: 1.5 },
  // Private messages, likewise.
  {
    name: 'chat',
    test: /\/web\/src\/shared\/people\/(ChatModal|conversation|use-conversation)\b/,
    priority: 1.5,
  },
  {
    name: 'shared',
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 40_000,
    priority: 1,
  },
];

/** 42 bits: every page loads the names of all others, and hashes do not compress. */
const HASH = '[hash:7]';

/** Rolldown names a shared file after all who share it. */
function shortName(name: string | undefined): string {
  return `assets/${name?.split('~')[0] ?? '[name]'}-${HASH}`;
}

/** A shared file keeps the first of its names. */
function assetFileNames({ names: [name] }: { names: string[] }): string {
  return name?.includes('~') ? `${shortName(name)}[extname]` : `assets/[name]-${HASH}[extname]`;
}

export default defineConfig({
  root: WEB,
  define: { __VERSION__: JSON.stringify(manifest.version) },
  plugins: [
    sources(),
    minifySvg(),
    earlyHints(),
    firstPaint({ plugins: sources(), assetFileNames }),
    consoleAddress(),
  ],
  build: {
    target: TARGETS,
    manifest: true,
    // Pictures stay files: inlined they would weigh on the script budget and miss the cache.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 520,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: CHUNKS },
        chunkFileNames: ({ name }) => `${shortName(name)}.js`,
        assetFileNames,
      },
      treeshake: { moduleSideEffects: hasSideEffects },
    },
  },
  server: process.env.VITEST ? {} : { proxy },
});
