import { THEMES } from '@doushouqi/protocol';
import { readPuzzles } from '@doushouqi/puzzles/data';
import type { Page } from 'playwright';
import * as acts from './acts.ts';
import {
  redGivesUp,
  storeAiGame,
  storeEndgames,
  storeLessons,
  storeLocalGame,
  storeTimedGame,
} from './game.ts';
import * as school from './school.ts';
import type { Scene, Stage } from './stage.ts';

const PUZZLE = readPuzzles()[0]!.id;

type SceneOf = (stage: Stage) => Promise<Scene>;
/** A picture taken at every size in both modes; `arrange` runs before the page is loaded. */
export type Screen = readonly [
  name: string,
  scene: SceneOf,
  prepare?: acts.Act | undefined,
  arrange?: (page: Page) => Promise<unknown>,
];

/** A page of a visitor, and of the member. */
function visit(path: string): SceneOf {
  return (stage) => stage.visit(path);
}
function at(path: string): SceneOf {
  return (stage) => stage.at(path);
}
/** A scene at another path, or for another user. */
function but(scene: SceneOf, changed: Partial<Scene>): SceneOf {
  return async (stage) => ({ ...(await scene(stage)), ...changed });
}
/** A page about or of a user. */
function of(who: (stage: Stage) => Promise<Scene['member']>, path: (userId: string) => string): SceneOf {
  return async (stage) => {
    const member = await who(stage);
    return { member, path: path(member?.user._id ?? '') };
  };
}

function playerPath(userId: string): string {
  return `/player/${userId}`;
}
const playing: SceneOf = (stage) => stage.playing();
function rated(name: string, games: number) {
  return (stage: Stage) => stage.rated(name, games);
}
const challengePage: SceneOf = async (stage) => stage.at(`/challenge/${await stage.challenges()}`);

/** Screens of a game, which must not scroll. */
export const GAMES: readonly Screen[] = [
  ['room-playing', playing],
  ['room-chat', playing, acts.openChat],
  ['room-record', playing, acts.openRecord],
  ['room-offline', playing, acts.goOffline],
  ['room-spectator', (stage) => stage.spectating()],
  ['room-visitor', but(playing, { member: null })],
  ['room-slow', (stage) => stage.slow()],
  ...THEMES.map((theme): Screen => [`room-theme-${theme}`, (stage) => stage.themed(theme)]),
  ['rated-playing', (stage) => stage.ratedGame(false)],
  ['analysis-setup', visit('/analysis?fen=l5t/1d5/2j1w1e/7/1r5/7/E1W1J2/1C3D1/T6+w'), acts.setUp],
  ['analysis-play', visit('/analysis'), acts.playFromHere],
  ['analysis-notation', visit('/analysis'), acts.openStudy],
  ['analysis-engine', visit('/analysis'), acts.analyzeStudy],
  ['review', visit('/analysis'), acts.reviewStudy],
  ['local', visit('/play/local'), undefined, (page) => storeLocalGame(page)],
  ['local-clock', visit('/play/local'), undefined, storeTimedGame],
  ['local-result', visit('/play/local'), undefined, (page) => storeLocalGame(page, redGivesUp)],
  ['local-settings', visit('/play/local'), acts.openLocalSettings],
  ['learn-start', visit('/learn')],
  ['learn-wrong', visit('/learn'), school.moving('3,7-3,8'), (page) => storeLessons(page, 1)],
  ['learn-right', visit('/learn'), acts.pressing('走给我看'), (page) => storeLessons(page, 2)],
  ['learn', visit('/learn'), undefined, (page) => storeLessons(page, 7)],
  ['learn-leap', visit('/learn'), undefined, (page) => storeLessons(page, 19)],
  ['endgame-level', visit('/endgame/leap-5'), undefined, storeEndgames],
  ['endgame-hint', visit('/endgame/leap-5'), school.askEndgameHints, storeEndgames],
  ['endgame-wrong', visit('/endgame/leap-5'), school.missEndgame('leap-5'), storeEndgames],
  ['endgame-done', visit('/endgame/leap-5'), school.solveEndgame('leap-5'), storeEndgames],
  ['puzzle', visit(`/puzzle/${PUZZLE}`)],
  ['puzzle-solving', (stage) => stage.solver('/puzzle')],
  ['puzzle-sheet', (stage) => stage.solver('/puzzle'), school.openPuzzleSheet],
  ['puzzle-wrong', (stage) => stage.solver('/puzzle'), school.missPuzzle],
  ['puzzle-solved', (stage) => stage.solver('/puzzle'), school.solvePuzzle],
  ['puzzle-solved-visitor', visit('/puzzle'), school.solvePuzzle],
  ['puzzle-daily', (stage) => stage.solver('/puzzle/daily')],
  ['puzzle-calendar', (stage) => stage.solver('/puzzle/daily'), school.openPuzzleSheet],
  ['puzzle-rush-playing', (stage) => stage.solver('/puzzle/rush'), school.startRush],
  ['puzzle-rush-over', (stage) => stage.solver('/puzzle/rush'), school.endRush],
  ['ai-game', at('/play/ai/game'), undefined, (page) => storeAiGame(page, 3)],
  ['ai-hint', at('/play/ai/game'), acts.askHint, (page) => storeAiGame(page, 5)],
  ['ai-result', at('/play/ai/game'), acts.giveUp, (page) => storeAiGame(page, 1)],
  [
    'result-next',
    (stage) => stage.guest(7, '/play/ai/game'),
    acts.showResult,
    (page) => storeAiGame(page, 1, true),
  ],
  ['result-next-win', at('/play/ai/game'), acts.showResult, (page) => storeAiGame(page, 1, true)],
];

const PAGES: readonly Screen[] = [
  ['home-visitor', visit('/')],
  ['home-member', at('/')],
  ['home-slow', but((stage) => stage.slow(), { path: '/' }), acts.waitForLive],
  ['home-live', (stage) => stage.games(stage.visit('/')), acts.waitForLive],
  ['guest', visit('/play/ai')],
  ['guest-home', (stage) => stage.guest()],
  ['guest-merge', (stage) => stage.guest(7, '/settings'), acts.mergeGuest],
  ['guest-rated', (stage) => stage.guest(7, '/play'), acts.seekRated],
  ['login', visit('/settings'), acts.openLogin],
  ['register', visit('/register')],
  ['register-codes', visit('/register'), acts.registerNow],
  ['recover', visit('/recover')],
  ['learn-done', visit('/learn'), undefined, (page) => storeLessons(page)],
  ['learn-lessons', visit('/learn'), school.openLessons, (page) => storeLessons(page, 7)],
  ['play-menu', at('/play')],
  ['play-slow', but((stage) => stage.slow(), { path: '/play' })],
  [
    'play-games',
    async (stage) => {
      await stage.challenges();
      return stage.games(stage.at('/play'));
    },
  ],
  ['room-entry', at('/play/room')],
  ['room-new', at('/play/room'), acts.chooseRules],
  ['room-waiting', (stage) => stage.waiting()],
  ['room-choices', (stage) => stage.waiting(true)],
  ['room-waiting-visitor', but((stage) => stage.waiting(), { member: null })],
  ['room-slow-waiting', (stage) => stage.waitingSlow()],
  ['room-over', (stage) => stage.over(), acts.openResult],
  ['rated-over', (stage) => stage.ratedGame(true)],
  ['friends', at('/'), acts.openFriends],
  ['lobby', at('/'), acts.openLobby],
  ['settings', at('/settings')],
  ['settings-devices', at('/settings'), acts.showDevices],
  ['settings-access', (stage) => stage.access()],
  ['settings-leaving', at('/settings'), acts.pressing('注销')],
  ['themes', at('/themes')],
  ['tournament', at('/tournament')],
  ['arena-coming', (stage) => stage.arena('coming')],
  ['arena-ended', (stage) => stage.arena('ended')],
  ['arena-ended-visitor', but((stage) => stage.arena('ended'), { member: null })],
  ['arena-rules', (stage) => stage.arena('coming'), acts.pressing('擂台规则')],
  ['arena-games', (stage) => stage.arena('ended'), acts.pressing('全部对局')],
  ['arena-entry-visitor', but((stage) => stage.arena('coming'), { member: null }), acts.pressing('报名')],
  ['tournament-conditions', at('/tournament/new')],
  [
    'tournament-new',
    of(
      (stage) => stage.host(),
      () => '/tournament/new',
    ),
  ],
  [
    'tournament-new-swiss',
    of(
      (stage) => stage.host(),
      () => '/tournament/new',
    ),
    acts.chooseSwiss,
  ],
  [
    'tournament-new-private',
    of(
      (stage) => stage.host(),
      () => '/tournament/new',
    ),
    acts.makePrivate,
  ],
  ['swiss-check-in', (stage) => stage.swiss()],
  ['swiss-visitor', but((stage) => stage.swiss(), { member: null })],
  ['swiss-rules', (stage) => stage.swiss(), acts.pressing('瑞士制规则')],
  ['download', at('/download/ai')],
  ['history', (stage) => stage.history()],
  ['puzzle-rush', visit('/puzzle/rush')],
  ['puzzle-mistakes', (stage) => stage.solver('/puzzle/mistakes')],
  ['puzzle-mistakes-visitor', visit('/puzzle/mistakes')],
  ['history-favorites', (stage) => stage.history(), acts.openFavorites],
  ['history-share', (stage) => stage.history(), acts.shareGame],
  [
    'history-empty',
    of(
      (stage) => stage.newcomer(),
      () => '/history',
    ),
  ],
  ['analysis-import', visit('/analysis'), acts.importWrongly],
  ['endgame', visit('/endgame'), undefined, storeEndgames],
  ['endgame-new', at('/endgame')],
  ['endgame-locked', visit('/endgame/standard-9')],
  ['local-record', visit('/play/local'), acts.openLocalRecord, (page) => storeLocalGame(page, redGivesUp)],
  ['ai-levels', at('/play/ai')],
  ['searching-home', of(rated('等人', 3), () => '/'), acts.search],
  ['searching-menu', of(rated('等人', 3), () => '/play'), acts.search],
  ['searching-analysis', of(rated('等人', 3), () => '/analysis'), acts.search],
  ['found', of(rated('山君', 5), () => '/'), acts.find, acts.keepSign(3_000)],
  ['found-interrupts', of(rated('山君', 5), () => '/analysis'), acts.find, acts.keepSign(8_000)],
  [
    'challenges',
    async (stage) => {
      await stage.challenges();
      return stage.at('/play');
    },
  ],
  ['challenge-dialog', at('/play'), acts.openChallengeDialog],
  ['challenge-visitor', but(challengePage, { member: null })],
  ['challenge', challengePage],
  ['challenge-gone', at('/challenge/abcdefghijkl')],
  ['watch', (stage) => stage.games(stage.at('/watch'))],
  ['player', of((stage) => stage.ranked(), playerPath)],
  ['player-new', of((stage) => stage.newcomer(), playerPath)],
  ['player-provisional', of(rated('初来乍到的小花猫', 3), playerPath)],
  ['player-gone', at('/player/5f0000000000000000000001')],
  [
    'ladder',
    of(
      (stage) => stage.ranked(),
      () => '/ladder',
    ),
  ],
  [
    'ladder-mine',
    of(
      (stage) => stage.ranked(),
      () => '/ladder',
    ),
    acts.jumpToMe,
  ],
  ['browser-old', visit('/old-browser.html'), acts.fillAddress],
  ['not-found', visit('/nowhere')],
  [
    'error',
    at('/settings'),
    undefined,
    (page) => page.route(/SettingsPage-[^/]*\.js/, (route) => route.abort()),
  ],
  ['offline', at('/'), acts.goOffline],
];

export const SCREENS: readonly Screen[] = [...PAGES, ...GAMES];
