import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { earlyHints } from './scripts/lib/early.ts';
import { firstPaint } from './scripts/lib/first-paint.ts';
import { phosphorIcons } from './scripts/lib/icons.ts';
import { apiRoutes } from './scripts/lib/routes.ts';
import { themeModules } from './scripts/lib/theme-modules.ts';

const gateway = process.env.GATEWAY_URL ?? 'http://localhost:8080';
/** For developing; component tests have no gateway. */
const proxy = {
  '/api': { target: gateway },
  '/socket.io': { target: gateway, ws: true },
};

/** Of `features`: what home shows, and what every page may show. Left to `shared`, it would bring the board along. */
const EVERYWHERE = [
  'home/Hero',
  'home/HomeSkeleton',
  'home/OnlineCount',
  'friends/(queries|use-players)',
  'standing/queries',
  'friends/NameCard',
  'play/room-said',
  'play/RoomDoor',
  'lobby/RulesButton',
  'lobby/use-lobby-info',
  // What the count of unread lines needs.
  'lobby/(use-lobby|use-items|use-muted|mutes|messages|read)',
];

/** Of `ui`: what neither home nor a room shows before somebody opens something. */
const ELSEWHERE = [
  ...['Dialog', 'ConfirmDialog', 'Menu', 'Switch', 'Tabs', 'Popup'],
  ...[
    'ChoiceGrid',
    'roving',
    'Pager',
    'pages',
    'SearchField',
    'Field',
    'Scroller',
    'download',
    'use-typed',
    'dates',
  ],
].map((name) => `${name}\\.`);

/**
 * On a slow network a request costs as much as some KB: what every page needs is one file, with whatever that imports;
 * popups (private talk and what one does with people stand in them) and schemas are others, which home does without; other shared
 * code comes in files of some size, each for those who use it. What is about opponents is apart: a device that keeps the pages
 * without a network keeps little of it.
 */
const CHUNKS = [
  {
    name: 'app',
    test: new RegExp(
      `/features/(${EVERYWHERE.join('|')})\\.|@tanstack|/web/src/engine/online-lock|/web/src/(app|ui)/(?!member|${ELSEWHERE.join('|')})`,
    ),
    priority: 3,
  },
  { name: 'schemas', test: /node_modules\/zod\/|\/protocol\/src\/forms|\/auth\/validation/, priority: 2 },
  {
    name: 'popups',
    test: /node_modules\/(@base-ui|@floating-ui)\/|\/web\/src\/ui\/(Dialog|Menu|Switch|Tabs|Popup)\.|\/features\/friends\/(ChatModal|ChatInput|Conversation|conversation|use-conversation|use-reading|use-invite|use-people|relation|AddFriend)\./,
    priority: 2,
  },
  {
    name: 'table',
    test: /\/packages\/(room|rules)\/(?!src\/(notation\/gameText|tree))|\/web\/src\/(board|game|features\/table)\/(?!analysis\/|engine\/|local\/|review\/|PiecePool|use-placing)/,
    priority: 2,
  },
  {
    // The search and its texts: divided by who uses them, the two files would import each other.
    name: 'finding',
    test: /\/features\/pairing\/(search|search-state|use-search|pools|time-text|texts)\./,
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'opponents',
    test: /\/features\/(pairing|standing|watch)\//,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 10_000,
    priority: 2,
  },
  {
    // Games of this device: home looks for one that goes on, and must not bring their pages along.
    name: 'device',
    test: /\/web\/src\/game\/(engine|local)\//,
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'shared',
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 40_000,
    priority: 1,
  },
];

/** Rolldown names a shared file after all who share it. */
function shortName(name: string | undefined): string {
  return `assets/${name?.split('~')[0] ?? '[name]'}-[hash]`;
}

/** A shared file keeps the first of its names. */
function assetFileNames({ names: [name] }: { names: string[] }): string {
  return name?.includes('~') ? `${shortName(name)}[extname]` : 'assets/[name]-[hash][extname]';
}

/** What the sources need to be understood. */
function sources() {
  return [react(), phosphorIcons(), apiRoutes(), themeModules()];
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [sources(), earlyHints(), firstPaint({ plugins: sources(), assetFileNames })],
  build: {
    target: 'es2022',
    manifest: true,
    // Pictures stay files: inlined they would weigh on the script budget and miss the cache.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 520,
    rolldownOptions: {
      // Our packages only declare: without this every constant of the protocol would bring the schemas of forms,
      // and with them zod, into the first load.
      output: {
        codeSplitting: { groups: CHUNKS },
        chunkFileNames: ({ name }) => `${shortName(name)}.js`,
        assetFileNames,
      },
      treeshake: { moduleSideEffects: (id) => !/\/packages\/(protocol|room|rules)\//.test(id) },
    },
  },
  server: process.env.VITEST ? {} : { proxy },
});
