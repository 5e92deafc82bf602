import { randomBytes } from 'node:crypto';
import {
  type ApiClient,
  ApiError,
  createApiClient,
  type GuestName,
  type RoomWish,
  type User,
} from '@doushouqi/protocol';
import { PUBLIC_ROUTES } from '@doushouqi/protocol/server';
import type { Move } from '@doushouqi/rules';
import { HeadlessPlayer } from './headless-player.ts';

/** A registered user without a window. */
export interface Member {
  api: ApiClient;
  token: string;
  user: User;
}

/** A room with two connected players, red first. */
export interface Table {
  roomId: string;
  clients: readonly [HeadlessPlayer, HeadlessPlayer];
}

/** Of every user of the stories. */
export const PASSWORD = 'correct horse';
/** The longest one, so that no clock runs out while pictures are taken. */
const TIME_CONTROL = { initial: 15, increment: 10 };

/** Returns a free username. */
export function newUsername(): string {
  return `u_${randomBytes(6).toString('hex')}`;
}

/** Registers a user; appends a number if another user of this world has the nickname. */
export async function enroll(url: string, nickname: string, number = 1): Promise<Member> {
  let token: string | null = null;
  const api = createApiClient({ routes: PUBLIC_ROUTES, baseUrl: `${url}/api`, token: () => token });
  const username = newUsername();
  const name = number === 1 ? nickname : `${nickname}${number}`;
  const body = { username, nickname: name, password: PASSWORD, confirmPassword: PASSWORD };
  const session = await api.register({ body }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'NICKNAME_TAKEN') return null;
    throw error;
  });
  if (session === null) return enroll(url, nickname, number + 1);
  token = session.access_token;
  return { api, token, user: session.user };
}

/** Creates a guest. */
export async function enrollGuest(url: string, name: GuestName): Promise<Member> {
  let token: string | null = null;
  const api = createApiClient({ routes: PUBLIC_ROUTES, baseUrl: `${url}/api`, token: () => token });
  const session = await api.createGuest({ body: { nickname: name.nickname, avatar: name.avatar } });
  token = session.access_token;
  return { api, token, user: session.user };
}

/** Opens a room where `red` waits; resolves to its number. */
export async function waitingRoom(red: Member, wish: RoomWish = {}): Promise<string> {
  const roomId = randomBytes(3).toString('hex');
  await red.api.joinRoom({ body: { timeControl: TIME_CONTROL, ...wish, roomId } });
  return roomId;
}

/** Plays a game of two members up to the end of `moves`. */
export async function gameOf(url: string, red: Member, blue: Member, moves: readonly Move[]): Promise<Table> {
  const roomId = await waitingRoom(red);
  await blue.api.joinRoom({ body: { roomId } });
  return await playOut(url, roomId, red, blue, moves);
}

/** Makes the moves in a room where both members are seated at a new game. */
export async function playOut(
  url: string,
  roomId: string,
  red: Member,
  blue: Member,
  moves: readonly Move[],
): Promise<Table> {
  const [first, second] = [red, blue].map(
    ({ token, user }) => new HeadlessPlayer({ url, token, roomId, userId: user._id }),
  ) as [HeadlessPlayer, HeadlessPlayer];
  const clients = [first, second] as const;
  for (const [ply, move] of moves.entries()) {
    const client = clients[ply % 2 === 0 ? 0 : 1];
    await client.until(() => client.moves.length >= ply, 10_000, `at ply ${ply}`);
    const refusal = await client.play(move);
    if (refusal) throw new Error(`move ${ply} was refused: ${refusal}`);
  }
  return { roomId, clients };
}

/** Returns the storage of a new window: empty, or a member's login. `url`: of the gateway. */
export function storageOf(url: string, member: Member | null) {
  const localStorage = member
    ? [
        { name: 'token', value: member.token },
        { name: 'userInfo', value: JSON.stringify(member.user) },
      ]
    : [];
  return { cookies: [], origins: [{ origin: url, localStorage }] };
}
