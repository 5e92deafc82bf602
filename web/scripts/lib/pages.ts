/** A page that is looked after: what the browser loads of it without being asked, and how much that may be. */
export interface LightPage {
  name: string;
  /** Pattern of its path. */
  path: string;
  /** The modules that it shows itself with, which come as soon as the document does. */
  modules: readonly string[];
  /** What comes by itself afterwards, for members too. */
  later: readonly string[];
  /** Of all its scripts, gzip, in bytes. */
  budget: number;
}

/** The library of the connection, which members have on every page. */
const REALTIME = '../node_modules/socket.io-client/build/esm/index.js';

export const HOME: LightPage = {
  name: 'home',
  path: '^/$',
  modules: ['src/features/home/HomePage.tsx', 'src/features/lobby/LobbyPanel.tsx'],
  later: ['src/app/member.ts', REALTIME],
  budget: 190 * 1024,
};

/** Pages that work without a network, and what opens on them: the service worker keeps all that they need. */
export const OFFLINE: readonly string[] = [
  'src/features/home/HomePage.tsx',
  'src/features/lobby/LobbyPanel.tsx',
  'src/features/lobby/LobbyTalk.tsx',
  'src/features/lobby/LobbyDialogs.tsx',
  'src/features/play/PlayMenu.tsx',
  'src/features/local/LocalPage.tsx',
  'src/features/analysis/AnalysisPage.tsx',
  'src/features/ai/AiLevelsPage.tsx',
  'src/features/ai/AiGamePage.tsx',
  'src/ui/ConfirmDialog.tsx',
];

export const ROOM: LightPage = {
  name: 'a room',
  path: '^/play/room/[^/]+$',
  modules: ['src/features/room/RoomPage.tsx'],
  later: ['src/app/member.ts', REALTIME],
  budget: 290 * 1024,
};
