import {
  enroll,
  enrollGuest,
  gameOf,
  handOverRatedGames,
  insist,
  type Member,
  PASSWORD,
  playOut,
  type Table,
  type World,
  waitingRoom,
} from '@doushouqi/e2e';
import {
  ApiError,
  CHECK_IN_TIME,
  errorBody,
  GAMES_TO_CREATE,
  guestName,
  type RoomWish,
  type THEMES,
  type TimeControl,
  TOURNAMENT_LEAD,
} from '@doushouqi/protocol';
import type { Move } from '@doushouqi/rules';
import type { Page } from 'playwright';
import { RawSocket } from '../raw-socket.ts';
import { fullGame } from './game.ts';
import { solveNext } from './solving.ts';
import { storeArenas } from './tournaments.ts';

/** State of a screen, and the user who sees it. */
export interface Scene {
  path: string;
  /** Null: a visitor. */
  member: Member | null;
}

/** Number of puzzles that a solver has tried. */
const PUZZLES = 12;
/** Longest possible names. */
const LONG_NAMES = ['山中大王不吃草只吃瓜', '江南烟雨里的一匹老狼'] as const;
const NAMES = [LONG_NAMES[1], '竹影', '松风', '听雨', '半山', '闲云', '渔樵', '石上清泉'] as const;
const DAY = 86_400_000;
const RESULTS = [
  { winner: 2, endReason: 'SURRENDER' },
  { winner: 0, endReason: 'DRAW_AGREED' },
  { winner: -1, endReason: 'NONE' },
  { winner: 1, endReason: 'SURRENDER' },
] as const;
/** Every choice other than the usual. */
const CHOICES: RoomWish = {
  timeControl: { initial: 30, increment: 20 },
  color: 'blue',
  undo: false,
  spectators: false,
  start: 'l5t/1d3c1/r1j1w1e/7/7/4R2/E1W1J2/1C3D1/T5L b',
};
/** Number of games after which a rating is not provisional. */
const RATED_GAMES = 24;
/** The longest one, so that no clock runs out meanwhile. */
const SLOW = { initial: 15, increment: 10 };
/** Running games: players, their numbers of rated games, time control and progress. The clocks outlast all pictures. */
const RUNNING = [
  ['狮子不吃草', 9, '象牙塔', 4, { initial: 5, increment: 3 }, 101],
  ['小米粒', 5, LONG_NAMES[1], 2, { initial: 5, increment: 3 }, 61],
  ['花豹', 1, '墨白', 8, { initial: 5, increment: 3 }, 121],
  ['石上清泉', 0, '半山', 0, SLOW, 39],
] as const;
const OPEN = [
  { initial: 5, increment: 3, rated: true, color: 'random' },
  { initial: 10, increment: 5, rated: false, color: 'red' },
  { initial: 2, increment: 1, rated: true, color: 'blue' },
] as const;

/** Members and rooms of the pictures; each is created on first use. */
export class Stage {
  readonly #url: string;
  readonly #world: World;
  readonly #made = new Map<string, Promise<unknown>>();
  readonly #tables: Table[] = [];
  readonly #clients: RawSocket[] = [];
  readonly #numbers = new Map<string, number>();
  #latest: Member | null = null;

  constructor(world: World) {
    this.#world = world;
    this.#url = world.site.url;
  }

  close(): void {
    for (const { clients } of this.#tables) for (const client of clients) client.close();
    for (const client of this.#clients) client.close();
  }

  async visit(path: string): Promise<Scene> {
    return { path, member: null };
  }

  async at(path: string): Promise<Scene> {
    return { path, member: await this.member() };
  }

  /** Returns a member with friends, a request, an unread message, and lines in the lobby. */
  member(): Promise<Member> {
    return this.#once('member', async () => {
      const me = await this.#enroll(LONG_NAMES[0]);
      for (const nickname of NAMES.slice(0, 3)) {
        const friend = await this.#enroll(nickname);
        await friend.api.requestFriend({ body: { toUserId: me.user._id } });
        await me.api.handleRequest({ body: { fromUserId: friend.user._id, accept: true } });
        await friend.api.sendMessage({ body: { toId: me.user._id, content: `${nickname}：来一局？` } });
        const content = `有人下棋吗？我在 ${nickname} 那边，水平一般，慢慢下。`;
        await friend.api.sayInLobby({ body: { content } });
      }
      const stranger = await this.#enroll('过客');
      await stranger.api.requestFriend({ body: { toUserId: me.user._id } });
      return me;
    });
  }

  /** Returns a member without games. */
  newcomer(): Promise<Member> {
    return this.#once('newcomer', () => this.#enroll(LONG_NAMES[1]));
  }

  /** Returns a guest, with this many local games. */
  guest(games = 0, path = '/'): Promise<Scene> {
    return this.#once(`guest${games}${path}`, async () => {
      const member = await enrollGuest(this.#url, guestName(Math.random));
      await this.#saveGames(member, games, 1);
      return { path, member };
    });
  }

  /** Returns a room that waits, `chosen`: with all choices other than the usual. */
  waiting(chosen = false): Promise<Scene> {
    return this.#once(`waiting${chosen}`, () => this.#waiting(chosen ? CHOICES : {}));
  }

  /** Returns a correspondence room that waits. */
  waitingSlow(): Promise<Scene> {
    return this.#once('waitingSlow', () => this.#waiting({ timeControl: null, daysPerMove: 3 }));
  }

  /** Returns a game in progress from red's view: an offer by blue, red's den besieged, both trays full. */
  playing(): Promise<Scene> {
    return this.#once('playing', async () => {
      const { red, blue, params, path } = await this.#game();
      await blue.api.sayInRoom({ params, body: { content: '这步棋我想了很久，你可要当心你的兽穴了。' } });
      await red.api.sayInRoom({ params, body: { content: '放马过来' } });
      await blue.api.requestDraw({ params });
      return { path, member: red };
    });
  }

  /** Returns the same game without an offer, in a board theme. */
  async themed(theme: (typeof THEMES)[number]): Promise<Scene> {
    const { red, path } = await this.#once('themed', () => this.#game());
    await red.api.setTheme({ body: { theme } });
    return { path, member: { ...red, user: await red.api.getMe() } };
  }

  spectating(): Promise<Scene> {
    return this.#once('spectating', async () => {
      const { path } = await this.playing();
      const member = await this.#enroll('过客');
      await member.api.joinRoom({ body: { roomId: path.split('/').at(-1) ?? '' } });
      return { path, member };
    });
  }

  /** Returns a game that blue resigned. */
  over(): Promise<Scene> {
    return this.#once('over', async () => {
      const { red, blue, params, path } = await this.#game();
      await blue.api.surrender({ params });
      return { path, member: red };
    });
  }

  /** Returns the player to move in a correspondence game. */
  slow(): Promise<Scene> {
    return this.#once('slow', async () => {
      const [red, blue] = [await this.#enroll(LONG_NAMES[0]), await this.#enroll(LONG_NAMES[1])];
      const roomId = await waitingRoom(red, { timeControl: null, daysPerMove: 1 });
      await blue.api.joinRoom({ body: { roomId } });
      this.#tables.push(await playOut(this.#url, roomId, red, blue, fullGame().slice(0, 8)));
      return { path: `/play/room/${roomId}`, member: red };
    });
  }

  /** Returns the review of an account that added codes shortly before its password was changed. */
  access(): Promise<Scene> {
    return this.#once('access', async () => {
      const member = await this.#enroll(LONG_NAMES[0]);
      await member.api.renewRecoveryCodes({ body: { password: PASSWORD } });
      await member.api.keepRecoveryCodes();
      const body = { oldPassword: PASSWORD, newPassword: 'better horse' };
      const { access_token: token } = await member.api.setPassword({ body });
      return { path: '/settings/access', member: { ...member, token } };
    });
  }

  /** Returns the history of the winner of `over`: many local games on later pages, two favorites. */
  history(): Promise<Scene> {
    return this.#once('history', async () => {
      const { member } = await this.over();
      if (!member) throw new Error('no member has played');
      await this.#saveGames(member, 20, 3);
      const { records } = await insist(async () => {
        const list = await member.api.listRecords({ query: { filter: 'all' } });
        if (list.records[0]?.type !== 'online') throw new ApiError(0, errorBody('UNAVAILABLE'));
        return list;
      });
      const comments = ['豹子绕后，最后三步一气呵成。对方大概没料到我会弃象，下次还这么走。', ''];
      for (const [index, comment] of comments.entries()) {
        const id = records[index]?._id ?? '';
        await member.api.addFavorite({ params: { id }, body: { comment } });
      }
      return { path: '/history', member };
    });
  }

  /** Returns a member who has solved puzzles, each third after a wrong move. */
  async solver(path: string): Promise<Scene> {
    const member = await this.#once('solver', async () => {
      const me = await this.#enroll(LONG_NAMES[0]);
      for (let n = 1; n <= PUZZLES; n++) await solveNext(me, n % 3 > 0);
      return me;
    });
    return { path, member };
  }

  /** Returns a member with this many rated games. */
  async rated(nickname: string, games: number): Promise<Member> {
    const member = await this.#enroll(nickname);
    await handOverRatedGames(this.#world.site, member.user._id, games);
    return member;
  }

  /** Returns a member on a ladder with others. */
  ranked(): Promise<Member> {
    return this.#once('ranked', async () => {
      for (const [index, name] of NAMES.entries()) await this.rated(name, RATED_GAMES + index);
      return await this.rated(LONG_NAMES[0], RATED_GAMES + 3);
    });
  }

  /** Returns the page of a coming arena, or of one that has ended, in which the member was fourth. */
  async arena(which: 'coming' | 'ended'): Promise<Scene> {
    const { member, paths } = await this.#once('arenas', async () => {
      const member = await this.rated(LONG_NAMES[0], RATED_GAMES);
      const others = await Promise.all(NAMES.map((name) => this.rated(name, RATED_GAMES)));
      const places = [...others.slice(0, 3), member, ...others.slice(3)];
      return { member, paths: await storeArenas(this.#world.site, member, places) };
    });
    return { path: paths[which], member };
  }

  /** Starts running rated games of several levels, and shows a page with them. */
  async games(scene: Promise<Scene>): Promise<Scene> {
    for (const [red, redGames, blue, blueGames, control, plies] of RUNNING) {
      const players = [await this.rated(red, redGames), await this.rated(blue, blueGames)] as const;
      await this.#playRated(...players, control, fullGame().slice(0, plies));
    }
    return scene;
  }

  /** Returns a member who may create a tournament. */
  host(): Promise<Member> {
    return this.#once('host', () => this.rated(LONG_NAMES[0], GAMES_TO_CREATE));
  }

  /** Returns a Swiss that opens its check-in, as its first player sees it. */
  swiss(): Promise<Scene> {
    return this.#once('swiss', async () => {
      const host = await this.rated(LONG_NAMES[1], GAMES_TO_CREATE);
      const startsAt = Date.now() + TOURNAMENT_LEAD.min + 5_000;
      const { tournament } = await host.api.createTournament({
        body: {
          ...{ kind: 'swiss', name: '夜猫瑞士赛', timeControl: SLOW, startsAt, rounds: 7, breakSeconds: 60 },
          ...{ rated: true, private: false, checkIn: true, levels: { min: 1, max: 21 } },
          description: '每轮下完歇一分钟。前三名有奖牌。',
        },
      });
      const params = { id: tournament.id };
      const players = await Promise.all(NAMES.map((name, index) => this.rated(name, 2 * index)));
      for (const { api } of players) await insist(() => api.joinTournament({ params }));
      const opensIn = startsAt - CHECK_IN_TIME - Date.now();
      await new Promise((resolve) => setTimeout(resolve, opensIn + 500));
      for (const { api } of players.slice(2)) await insist(() => api.checkIn({ params }));
      return { path: `/tournament/${tournament.id}`, member: players[0]! };
    });
  }

  /** Opens public challenges of several members; returns the first one's id. */
  async challenges(): Promise<string> {
    const ids: string[] = [];
    for (const [index, open] of OPEN.entries()) {
      const owner = await this.rated(NAMES[index]!, 4 * index);
      await this.#present(owner);
      ids.push((await owner.api.createChallenge({ body: open })).challenge.id);
    }
    return ids[0]!;
  }

  /** Accepts a challenge of the window's member, who has blue; their former game is resigned. */
  async findFor(me: Member, page: Page): Promise<void> {
    const { paired } = await me.api.getMyPairing();
    if (paired) {
      const path = new URL(page.url()).pathname;
      await this.#latest?.api.surrender({ params: { roomId: paired.roomId } });
      await page.goto(path.startsWith('/play/room/') ? '/' : path);
      await page.waitForLoadState('networkidle', { timeout: 1_000 }).catch(() => undefined);
    }
    this.#latest = await this.rated(NAMES[0], 2);
    const body = { ...SLOW, rated: true, color: 'blue', unlisted: true } as const;
    const { challenge } = await me.api.createChallenge({ body });
    await this.#latest.api.acceptChallenge({ params: { id: challenge.id } });
  }

  /** Returns a rated game in progress from red's view; `isOver`: blue has resigned. */
  async ratedGame(isOver: boolean): Promise<Scene> {
    const red = await this.rated(LONG_NAMES[0], RATED_GAMES + 1);
    const blue = await this.rated(NAMES[0], 3);
    const roomId = await this.#playRated(red, blue, SLOW, fullGame());
    if (isOver) await blue.api.surrender({ params: { roomId } });
    return { path: `/play/room/${roomId}`, member: red };
  }

  async #waiting(wish: RoomWish): Promise<Scene> {
    const member = await this.#enroll(LONG_NAMES[0]);
    return { member, path: `/play/room/${await waitingRoom(member, wish)}` };
  }

  async #game() {
    const [red, blue] = [await this.#enroll(LONG_NAMES[0]), await this.#enroll(LONG_NAMES[1])];
    const table = await gameOf(this.#url, red, blue, fullGame());
    this.#tables.push(table);
    const { roomId } = table;
    return { red, blue, params: { roomId }, path: `/play/room/${roomId}` };
  }

  /** Plays these moves in a rated room, which assigns the sides; returns its number. */
  async #playRated(red: Member, blue: Member, control: TimeControl, moves: readonly Move[]): Promise<string> {
    await this.#present(red);
    const body = { ...control, rated: true, color: 'red', unlisted: true } as const;
    const { challenge } = await red.api.createChallenge({ body });
    const { roomId, color } = await blue.api.acceptChallenge({ params: { id: challenge.id } });
    const [first, second] = color === 'red' ? [blue, red] : [red, blue];
    this.#tables.push(await playOut(this.#url, roomId, first, second, moves));
    return roomId;
  }

  async #present({ token }: Member): Promise<void> {
    this.#clients.push(await RawSocket.connect(this.#url, token));
  }

  /** Saves local games, one per day, each `longer` than the one before. */
  async #saveGames({ api }: Member, count: number, longer: number): Promise<void> {
    const since = Date.now() - count * DAY;
    for (let n = 0; n < count; n++) {
      const body = { ...RESULTS[n % RESULTS.length]!, startTime: since + n * DAY };
      await api.saveLocalGame({ body: { moves: fullGame().slice(0, 40 + longer * n), ...body } });
    }
  }

  /** Numbers the users of one name: refused attempts count against the limit on registrations. */
  #enroll(nickname: string): Promise<Member> {
    const number = (this.#numbers.get(nickname) ?? 0) + 1;
    this.#numbers.set(nickname, number);
    return enroll(this.#url, nickname, number);
  }

  #once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const made = this.#made.get(name) ?? make();
    this.#made.set(name, made);
    return made as Promise<T>;
  }
}
