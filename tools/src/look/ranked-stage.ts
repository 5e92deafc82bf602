import { enroll, handOverRatedGames, type Member, playOut, type Table, type World } from '@doushouqi/e2e';
import type { TimeControl } from '@doushouqi/protocol';
import type { Move } from '@doushouqi/rules';
import type { Page } from 'playwright';
import { io, type Socket } from 'socket.io-client';
import { fullGame } from './full-game.ts';
import type { Scene } from './scene.ts';

const NAMES = ['江南烟雨里的一匹老狼', '竹影', '松风', '听雨', '半山', '闲云', '渔樵', '石上清泉'] as const;
/** Number of games after which a rating is not provisional. */
const RATED_GAMES = 24;
/** The longest one, so that no clock runs out meanwhile. */
const SLOW = { initial: 15, increment: 10, rated: true } as const;
/** Running games: players, their numbers of rated games, and the progress. The clocks outlast all pictures. */
const RUNNING = [
  { names: ['狮子不吃草', '象牙塔'], games: [9, 4], control: { initial: 5, increment: 3 }, plies: 101 },
  { names: ['小米粒', NAMES[0]], games: [5, 2], control: { initial: 5, increment: 3 }, plies: 61 },
  { names: ['花豹', '墨白'], games: [1, 8], control: { initial: 5, increment: 3 }, plies: 121 },
  { names: ['石上清泉', '半山'], games: [0, 0], control: { initial: 15, increment: 10 }, plies: 39 },
] as const;
const OPEN = [
  { initial: 5, increment: 3, rated: true, color: 'random' },
  { initial: 10, increment: 5, rated: false, color: 'red' },
  { initial: 2, increment: 1, rated: true, color: 'blue' },
] as const;

/** Members and games of the pictures about opponents and ratings. */
export class RankedStage {
  readonly #world: World;
  readonly #sockets: Socket[] = [];
  readonly #tables: Table[] = [];
  #latest: Member | null = null;

  constructor(world: World) {
    this.#world = world;
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
    for (const { clients } of this.#tables) for (const client of clients) client.close();
  }

  /** Returns a member with this many rated games. */
  async rated(nickname: string, games: number): Promise<Member> {
    const member = await enroll(this.#world.site.url, nickname);
    await handOverRatedGames(this.#world.site, member.user._id, games);
    return member;
  }

  /** Returns a member on a ladder with others. */
  async ranked(): Promise<Member> {
    for (const [index, name] of NAMES.entries()) await this.rated(name, RATED_GAMES + index);
    return await this.rated('山中大王不吃草只吃瓜', RATED_GAMES + 3);
  }

  /** Starts running rated games of several levels. */
  async games(): Promise<void> {
    for (const { names, games, control, plies } of RUNNING) {
      const [red, blue] = [await this.rated(names[0], games[0]), await this.rated(names[1], games[1])];
      await this.#play(red, blue, control, fullGame().slice(0, plies));
    }
  }

  /** Opens public challenges of several members; returns the first one's id. */
  async challenges(): Promise<string> {
    const ids: string[] = [];
    for (const [index, open] of OPEN.entries()) {
      const owner = await this.rated(NAMES[index]!, 4 * index);
      await this.#present(owner);
      const { challenge } = await owner.api.createChallenge({ body: open });
      ids.push(challenge.id);
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
    const { challenge } = await me.api.createChallenge({ body: { ...SLOW, color: 'blue', unlisted: true } });
    await this.#latest.api.acceptChallenge({ params: { id: challenge.id } });
  }

  /** Returns a rated game in progress from red's view; `end`: blue has resigned. */
  async game({ end }: { end: boolean }): Promise<Scene> {
    const [red, blue] = [
      await this.rated('山中大王不吃草只吃瓜', RATED_GAMES + 1),
      await this.rated(NAMES[0], 3),
    ];
    const roomId = await this.#play(red, blue, SLOW, fullGame());
    if (end) await blue.api.surrender({ params: { roomId } });
    return { path: `/play/room/${roomId}`, member: red };
  }

  /** Plays these moves in a rated room, which assigns the sides; returns its number. */
  async #play(red: Member, blue: Member, control: TimeControl, moves: readonly Move[]): Promise<string> {
    await this.#present(red);
    const body = { ...control, rated: true, color: 'red', unlisted: true } as const;
    const { challenge } = await red.api.createChallenge({ body });
    const { roomId, color } = await blue.api.acceptChallenge({ params: { id: challenge.id } });
    const [first, second] = color === 'red' ? [blue, red] : [red, blue];
    this.#tables.push(await playOut(this.#world.site.url, roomId, first, second, moves));
    return roomId;
  }

  async #present({ token }: Member): Promise<void> {
    const socket = io(this.#world.site.url, {
      auth: { token },
      forceNew: true,
      transports: ['websocket'],
    });
    this.#sockets.push(socket);
    await new Promise<void>((resolve) => socket.once('connect', resolve));
  }
}
