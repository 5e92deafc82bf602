import { FREE_PLAYERS_PER_CALL, HOUSE_BOTS } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { swissPlayers, type TournamentEvent } from '@doushouqi/tournament';
import { storeEnded } from './archive.ts';
import { beginGames } from './begin-games.ts';
import type { TournamentContext } from './context.ts';
import { arenaEnd, botEntries, waitingPlayers, waveOf } from './decide/arena.ts';
import { withoutCheckIn } from './decide/entry.ts';
import { dueRound, roundEnd, roundStart } from './decide/swiss.ts';
import { checkInAt, endOf } from './decide/times.ts';
import type { StoredTournament } from './models.ts';
import { newGameId } from './new-id.ts';
import { announceChange, notifyCheckIn, notifyStep, playersWithin } from './notify.ts';
import { pairRoundAside } from './pair-round.ts';
import type { Book } from './store/book.ts';

/** A tournament that the holder of the lease advances. */
interface Step {
  context: TournamentContext;
  tournament: StoredTournament;
}

/** Appends a step alone, and returns the book after it. */
async function append(
  { context: { ledger }, tournament: { _id, kind } }: Step,
  decide: (book: Book) => readonly TournamentEvent[],
): Promise<{ book: Book; events: readonly TournamentEvent[] }> {
  const events = await ledger.change(_id, kind, decide, { isAlone: true });
  return { book: await ledger.read(_id, kind, Number.POSITIVE_INFINITY), events };
}

/** Lets house bots enter, and return after a pause. */
async function enterBots(step: Step, book: Book): Promise<void> {
  const { now } = step.context;
  const { phase } = book.state;
  if (!step.tournament.hasBots || (phase !== 'open' && phase !== 'running')) return;
  if (botEntries(book, HOUSE_BOTS, now()).length > 0)
    await append(step, (current) => botEntries(current, HOUSE_BOTS, now()));
}

async function announceCheckIn({ context, tournament }: Step, book: Book): Promise<void> {
  const opensAt = checkInAt(tournament);
  if (opensAt === null || context.now() < opensAt || book.state.phase !== 'open') return;
  // Of a tournament that was postponed it opens again.
  if (!(await context.marks.announceOnce(book.id, `checkIn:${tournament.startsAt}`))) return;
  await notifyCheckIn(context, tournament, playersWithin(book));
}

async function start({ context, tournament: known }: Step, book: Book): Promise<void> {
  const at = context.now();
  if (book.state.phase !== 'open' || at < known.startsAt) return;
  const tournament = await context.catalog.begin(book.id, at);
  if (tournament === null) return context.catalog.forget();
  const step = { context, tournament };
  const { events } = await append(step, (current) =>
    current.state.phase === 'open'
      ? [...withoutCheckIn(tournament, current, at), { kind: 'started', at }]
      : [],
  );
  if (events.length > 0)
    await notifyStep(context, tournament, playersWithin(book), { step: 'started', round: null });
}

/** Returns those players who are free for a game, as pairing knows. */
async function freeOf(
  { context, tournament: { rated } }: Step,
  userIds: readonly string[],
): Promise<Set<string>> {
  const free = new Set<string>();
  for (let n = 0; n < userIds.length; n += FREE_PLAYERS_PER_CALL) {
    const body = { userIds: userIds.slice(n, n + FREE_PLAYERS_PER_CALL), rated };
    const reply = await context.pairing.call(ROUTES.listFreePlayers, { body });
    for (const id of reply.userIds) free.add(id);
  }
  return free;
}

async function pairArena(step: Step, book: Book): Promise<void> {
  const { context, tournament } = step;
  const { marks, waveMs, now } = context;
  if (book.state.phase !== 'running' || now() >= endOf(tournament)) return;
  if (!(await marks.isWaveDue(book.id, waveMs))) return;
  const waiting = waitingPlayers(book, now());
  if (waiting.length < 2) return;
  const free = await freeOf(
    step,
    waiting.map(({ id }) => id),
  );
  const players = waiting.filter(({ id }) => free.has(id));
  if (players.length < 2) return;
  await append(step, (current) => waveOf(current, players, { at: now(), newId: newGameId }));
}

async function endArena(step: Step, book: Book): Promise<void> {
  const at = step.context.now();
  if (arenaEnd(step.tournament, book, at).length > 0)
    await append(step, (current) => arenaEnd(step.tournament, current, at));
}

/** Ends the round whose games have ended, and starts the next one when it is due. */
async function advanceSwiss(step: Step, before: Book): Promise<void> {
  const { context, tournament } = step;
  const { now } = context;
  let book = before;
  if (roundEnd(tournament, book, now()).length > 0)
    ({ book } = await append(step, (current) => roundEnd(tournament, current, now())));
  const round = dueRound(tournament, book, now());
  if (round === null) return;
  const pairing = await pairRoundAside(swissPlayers(book.state, round));
  const { events } = await append(step, (current) =>
    roundStart(current, round, pairing, { at: now(), newId: newGameId }),
  );
  const byes = events.flatMap((event) => (event.kind === 'bye' ? [event.player] : []));
  await notifyStep(context, tournament, byes, { step: 'bye', round });
}

async function finish(step: Step, book: Book): Promise<void> {
  const { context, tournament } = step;
  if (book.state.phase !== 'ended') return;
  await storeEnded(context, tournament, book);
  const round = tournament.kind === 'swiss' ? book.state.round : null;
  await notifyStep(context, tournament, playersWithin(book), { step: 'ended', round });
}

/**
 * Takes the steps of a tournament that are due. Each is decided on the events and appended before its effects, and each
 * effect is repeated until it is noted, so another process may go on after any of them.
 */
export async function advance(context: TournamentContext, tournament: StoredTournament): Promise<Book> {
  const step = { context, tournament };
  const { _id, kind } = tournament;
  const book = await context.ledger.read(_id, kind);
  await enterBots(step, book);
  await announceChange(context, tournament, book);
  await announceCheckIn(step, book);
  await start(step, book);
  const current = await context.ledger.read(_id, kind, Number.POSITIVE_INFINITY);
  if (kind === 'arena') {
    await pairArena(step, current);
    await endArena(step, current);
  } else await advanceSwiss(step, current);
  // Another process may have appended events and died before a replica had them.
  const paired = await context.ledger.confirmed(_id, kind);
  await beginGames(context, tournament, paired);
  await finish(step, paired);
  return paired;
}
