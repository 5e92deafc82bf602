import {
  enroll,
  enrollGuest,
  gameOf,
  insist,
  type Member,
  PASSWORD,
  playOut,
  type Table,
  type World,
  waitingRoom,
} from '@doushouqi/e2e';
import { ApiError, errorBody, guestName, type RoomWish, type THEMES } from '@doushouqi/protocol';
import { fullGame } from './full-game.ts';
import { RankedStage } from './ranked-stage.ts';
import type { Scene } from './scene.ts';

/** Longest possible names. */
const LONG_NAMES = ['山中大王不吃草只吃瓜', '江南烟雨里的一匹老狼'] as const;

/** Local games in a history, one per day. */
const OLD_GAMES = 20;
/** Local games of a guest. */
const GUEST_GAMES = 7;
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

/** Members and rooms of the pictures; each is created on first use. */
export class Stage {
  readonly #world: World;
  readonly #made = new Map<string, Promise<unknown>>();
  readonly #tables: Table[] = [];
  readonly ranked: RankedStage;

  constructor(world: World) {
    this.#world = world;
    this.ranked = new RankedStage(world);
  }

  close(): void {
    this.ranked.close();
    for (const { clients } of this.#tables) for (const client of clients) client.close();
  }

  /** Returns a member with friends, a request, an unread message, and lines in the lobby. */
  member(): Promise<Member> {
    return this.#once('member', async () => {
      const me = await this.#enroll(LONG_NAMES[0]);
      for (const nickname of [LONG_NAMES[1], '竹影', '松风']) {
        const friend = await this.#enroll(nickname);
        await friend.api.requestFriend({ body: { toUserId: me.user._id } });
        await me.api.handleRequest({ body: { fromUserId: friend.user._id, accept: true } });
        await friend.api.sendMessage({ body: { toId: me.user._id, content: `${nickname}：来一局？` } });
        await friend.api.sayInLobby({
          body: { content: `有人下棋吗？我在 ${nickname} 那边，水平一般，慢慢下。` },
        });
      }
      const stranger = await this.#enroll('过客');
      await stranger.api.requestFriend({ body: { toUserId: me.user._id } });
      return me;
    });
  }

  async at(path: string): Promise<Scene> {
    return { path, member: await this.member() };
  }

  /** Returns home of a guest. */
  guest(): Promise<Scene> {
    return this.#once('guest', async () => {
      const name = guestName(Math.random);
      const member = await enrollGuest(this.#world.site.url, name);
      return { path: '/', member };
    });
  }

  /** Returns home of a guest with local games. */
  guestWithGames(): Promise<Scene> {
    return this.#once('guestWithGames', async () => {
      const member = await enrollGuest(this.#world.site.url, guestName(Math.random));
      const moves = fullGame();
      for (let game = 0; game < GUEST_GAMES; game++) {
        const body = { ...RESULTS[game % RESULTS.length]!, startTime: Date.now() - game * DAY };
        await member.api.saveLocalGame({ body: { moves: moves.slice(0, 40 + game), ...body } });
      }
      return { path: '/', member };
    });
  }

  async visit(path: string): Promise<Scene> {
    return { path, member: null };
  }

  /** Returns a room that waits, `chosen`: with all choices other than the usual. */
  async waiting(chosen = false): Promise<Scene> {
    return this.#once(chosen ? 'chosen' : 'waiting', async () => {
      const creator = await this.#enroll(LONG_NAMES[0]);
      const wish = chosen ? CHOICES : {};
      return { member: creator, path: `/play/room/${await waitingRoom(creator, wish)}` };
    });
  }

  /** Returns a game in progress from red's view: an offer by blue, red's den besieged, both trays full. */
  playing(): Promise<Scene> {
    return this.#once('playing', async () => {
      const { red, blue, table } = await this.#game();
      const params = { roomId: table.roomId };
      await blue.api.sayInRoom({ params, body: { content: '这步棋我想了很久，你可要当心你的兽穴了。' } });
      await red.api.sayInRoom({ params, body: { content: '放马过来' } });
      await blue.api.requestDraw({ params });
      return { path: `/play/room/${table.roomId}`, member: red };
    });
  }

  /** Returns the same game without an offer, in a board theme. */
  async themed(theme: (typeof THEMES)[number]): Promise<Scene> {
    const { red, table } = await this.#once('themed', () => this.#game());
    await red.api.setTheme({ body: { theme } });
    const user = await red.api.getMe();
    return { path: `/play/room/${table.roomId}`, member: { ...red, user } };
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
      const { red, blue, table } = await this.#game();
      await blue.api.surrender({ params: { roomId: table.roomId } });
      return { path: `/play/room/${table.roomId}`, member: red };
    });
  }

  /** Returns a correspondence room that waits. */
  waitingSlow(): Promise<Scene> {
    return this.#once('waitingSlow', async () => {
      const member = await this.#enroll(LONG_NAMES[0]);
      const roomId = await waitingRoom(member, { timeControl: null, daysPerMove: 3 });
      return { member, path: `/play/room/${roomId}` };
    });
  }

  /** Returns the player to move in a correspondence game. */
  slow(): Promise<Scene> {
    return this.#once('slow', async () => {
      const [red, blue] = [await this.#enroll(LONG_NAMES[0]), await this.#enroll(LONG_NAMES[1])];
      const roomId = await waitingRoom(red, { timeControl: null, daysPerMove: 1 });
      await blue.api.joinRoom({ body: { roomId } });
      this.#tables.push(await playOut(this.#world.site.url, roomId, red, blue, fullGame().slice(0, 8)));
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

  /** Returns a member without games. */
  newcomer(): Promise<Member> {
    return this.#once('newcomer', () => this.#enroll(LONG_NAMES[1]));
  }

  /** Returns the history of the winner of `over`: many local games on later pages, two favorites. */
  history(): Promise<Scene> {
    return this.#once('history', async () => {
      const { member } = await this.over();
      if (!member) throw new Error('no member has played');
      const moves = fullGame();
      const lately = Date.now() - OLD_GAMES * DAY;
      for (let day = 0; day < OLD_GAMES; day++) {
        const body = { ...RESULTS[day % RESULTS.length]!, startTime: lately + day * DAY };
        await member.api.saveLocalGame({ body: { moves: moves.slice(0, 40 + 3 * day), ...body } });
      }
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

  async #game(): Promise<{ red: Member; blue: Member; table: Table }> {
    const [red, blue] = [await this.#enroll(LONG_NAMES[0]), await this.#enroll(LONG_NAMES[1])];
    const table = await gameOf(this.#world.site.url, red, blue, fullGame());
    this.#tables.push(table);
    return { red, blue, table };
  }

  #enroll(nickname: string): Promise<Member> {
    return enroll(this.#world.site.url, nickname);
  }

  #once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const made = this.#made.get(name) ?? make();
    this.#made.set(name, made);
    return made as Promise<T>;
  }
}
