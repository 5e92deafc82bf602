import { SIDES, type Side } from '../board.ts';
import { plyCount } from '../game.ts';
import type { ReplayError } from '../replay.ts';
import { err, ok, type Result } from '../result.ts';
import { isRuleSetName, ONLINE_RULE_SET } from '../rule-set.ts';
import { TREE_LIMITS, treeOfGame } from '../tree.ts';
import { setComment } from '../tree-edit.ts';
import { parseFen } from './fen.ts';
import type { GameText } from './gameText.ts';
import { parseRecord } from './record.ts';

/** Parses a stored game of the server, of another page or of a file into a game with headers and times. Pure. */

/** The error: not a record at all, or illegal moves. */
type RecordError = { readonly code: 'SHAPE' } | ReplayError;

/** Maximum length of a text in a header. */
const NAME_LENGTH = 60;

/** Maximum length of a record: a tree holds no more moves. */
export const RECORD_LENGTH = 6 + 3 * TREE_LIMITS.moves;

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, NAME_LENGTH) : '';
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/**
 * Reads a game in the form of the record service (`notation.record`), of an export (`record`, `moveTimes`), or of a
 * table (`record`, `ruleSet`, `start`). All of it is untrusted input. `event` and `round` are headers. `dayAt`: date of the
 * start as `2026-11-22`, by default in the time zone of the machine.
 */
export function gameOfRecord(value: unknown, dayAt = dayOf): Result<GameText, RecordError> {
  const given = fieldsOf(value);
  const notation = fieldsOf(given.notation);
  const record = given.record ?? notation.record;
  const start = given.start ?? null;
  const ruleSet = given.ruleSet ?? ONLINE_RULE_SET;
  if (typeof record !== 'string' || record.length > RECORD_LENGTH) return err({ code: 'SHAPE' });
  if (typeof ruleSet !== 'string' || !isRuleSetName(ruleSet)) return err({ code: 'SHAPE' });
  const position = typeof start === 'string' ? parseFen(start) : null;
  if (start !== null && !position?.ok) return err({ code: 'SHAPE' });
  const game = parseRecord(record, { ruleSet, ...(position?.ok && { start: position.value }) });
  if (!game.ok) return game;
  const times = secondsOf(given, notation).slice(0, plyCount(game.value));
  const tree = treeOfGame(game.value);
  // The comment of a favorite stands before the first move, as in the text of the game.
  const noted = setComment(tree, '', commentOf(given));
  return ok({ headers: headersOf(given, dayAt), tree: noted.ok ? noted.value : tree, times });
}

/** Returns the side that a user played, or the side in the passed state; null if unknown. */
export function ownSideOf(value: unknown, userId: string | null): Side | null {
  const { own, players } = fieldsOf(value);
  const named = SIDES.find((side) => side === own);
  if (named) return named;
  const sits = (seat: unknown): boolean => userId !== null && fieldsOf(seat)._id === userId;
  const { red, blue } = fieldsOf(players);
  return sits(red) ? 'red' : sits(blue) ? 'blue' : null;
}

function commentOf({ comment, favorites }: Fields): string {
  const favorite = fieldsOf(Array.isArray(favorites) ? favorites[0] : undefined);
  const text = comment ?? favorite.comment;
  return typeof text === 'string' ? text.slice(0, TREE_LIMITS.comment) : '';
}

function headersOf(given: Fields, dayAt: typeof dayOf): Record<string, string> {
  const players = fieldsOf(given.players);
  const control = fieldsOf(given.timeControl);
  const [initial, increment] = [numberOf(control.initial), numberOf(control.increment)];
  const ratings = fieldsOf(given.ratings);
  const entries = [
    ['Event', textOf(given.event) || eventOf(given)],
    ['Round', String(numberOf(given.round) ?? '')],
    ['Date', dayAt(numberOf(given.startTime)).replaceAll('-', '.')],
    ['Red', textOf(fieldsOf(players.red).nickname)],
    ['Blue', textOf(fieldsOf(players.blue).nickname)],
    [
      'TimeControl',
      initial !== null ? `${initial * 60}+${increment ?? 0}` : given.timeControl === null ? '-' : '',
    ],
    ...ratingHeaders('Red', fieldsOf(ratings.red)),
    ...ratingHeaders('Blue', fieldsOf(ratings.blue)),
  ] as const;
  return Object.fromEntries(entries.filter(([, text]) => text !== ''));
}

/** The rating before the game and its change, in the PGN headers that chess sites use. */
function ratingHeaders(side: 'Red' | 'Blue', { before, after }: Fields): [string, string][] {
  const [old, next] = [numberOf(fieldsOf(before).rating), numberOf(fieldsOf(after).rating)];
  if (old === null || next === null) return [];
  const change = Math.round(next - old);
  return [
    [`${side}Elo`, String(Math.round(old))],
    [`${side}RatingDiff`, change > 0 ? `+${change}` : String(change)],
  ];
}

function eventOf({ type, aiType, rated }: Fields): string {
  if (rated === true) return '排位对局';
  if (typeof aiType === 'string') return '人机对局';
  return type === 'local' ? '本地对局' : type === 'online' ? '联机对局' : '';
}

/** Returns the local date of a time, `2026-11-22`; empty for null. */
export function dayOf(time: number | null): string {
  const day = new Date(time ?? Number.NaN);
  if (Number.isNaN(day.getTime())) return '';
  const numbers = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return numbers.map((number) => String(number).padStart(2, '0')).join('-');
}

/** Returns the seconds of each move from its time: ms since the start, or epoch ms. */
function secondsOf(given: Fields, notation: Fields): number[] {
  const isExport = Array.isArray(given.moveTimes);
  const moves: unknown[] = Array.isArray(notation.moves) ? notation.moves : [];
  const at: unknown[] = isExport
    ? (given.moveTimes as unknown[])
    : moves.map((move) => fieldsOf(move).timestamp);
  let before = isExport ? 0 : numberOf(given.startTime);
  const seconds: number[] = [];
  for (const one of at) {
    const time = numberOf(one);
    if (time === null || before === null || time < before) return [];
    seconds.push((time - before) / 1000);
    before = time;
  }
  return seconds;
}
