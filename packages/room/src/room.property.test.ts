import { ERRORS, type RoomEvent } from '@doushouqi/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { START } from '../test/fixtures.ts';
import { commandOf, momentOf, type Scenario, scenario, seating } from '../test/room-commands.ts';
import { forgetRoom, INVARIANTS } from '../test/room-invariants.ts';
import { newMemory, type Transition } from '../test/transition.ts';
import { decodeRoom, encodeRoom } from './codec.ts';
import { decide, emptyRoom, evolve, plyOf, type Room, type RoomCommand } from './index.ts';

const RUNS = 3_000;
const EMPTY = emptyRoom('r', 'casual');

/** Counts of what happened in all runs, to prove that the runs cover it. */
const seen = new Map<string, number>();
function count(what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1);
}

function tally({ before, after, command, events }: Transition): void {
  count(`${command.type} ${events.length > 0 ? 'done' : 'idle'}`);
  const [was, is] = [before.header.gameId, after.header.gameId];
  const { status, endReason, kind } = after.header;
  if (was !== null && before.endTime === null && after.endTime) {
    count(status === 'aborted' ? status : endReason);
    count(`${kind} over`);
  }
  if (was !== null && was === is) {
    if (plyOf(after) < plyOf(before)) count('undo');
  } else if (was !== null) count(is === null ? 'vacated' : 'reset');
}

/** Executes the steps in the order of arrival and reports each transition. */
function playOut(
  { begins, choices, steps }: Scenario,
  observe: (transition: Transition) => void,
): Room | null {
  let room: Room | null = null;
  let now = START;
  let onTheWay: { command: RoomCommand; due: number }[] = [];
  let arrived = 0;
  const deliver = (sent: RoomCommand): void => {
    // The server generates a new game id for each delivery.
    const command = 'newGameId' in sent ? { ...sent, newGameId: `g${++arrived}` } : sent;
    const before: Room = room ?? EMPTY;
    const decided = decide(room, 'r', command, now);
    if (!decided.ok) {
      if (!Object.hasOwn(ERRORS, decided.error)) throw new Error(`no such refusal: ${decided.error}`);
      observe({ before, after: before, events: [], command, now, answer: decided.error });
      return;
    }
    const { room: after, events, v, refusal } = decided.value;
    observe({ before, after, events, command, now, answer: refusal ?? v });
    room = after;
  };
  [...seating({ begins, choices }), ...steps].forEach(({ wait, intent, late, twice }, nth) => {
    now = momentOf(room, wait, now);
    const command = commandOf(room, intent, nth);
    onTheWay.push({ command, due: nth + late });
    if (twice) onTheWay.push({ command, due: nth + 2 * late });
    const due = onTheWay.filter((one) => one.due <= nth);
    onTheWay = onTheWay.filter((one) => one.due > nth);
    for (const one of due) deliver(one.command);
  });
  for (const { command } of onTheWay) deliver(command);
  return room;
}

describe('any commands in any order at any time', () => {
  test('preserve the invariants, and the stream rebuilds the room from any version', () => {
    const invariantsHold = fc.property(scenario, (given) => {
      const memory = newMemory(EMPTY);
      const stored = [encodeRoom(EMPTY)];
      const stream: RoomEvent[] = [];
      const last = playOut(given, (transition) => {
        for (const [invariant, holds] of Object.entries(INVARIANTS)) {
          if (!holds(transition, memory)) {
            throw new Error(`broken: ${invariant}, by ${JSON.stringify(transition.command)}`);
          }
        }
        forgetRoom(memory, transition);
        tally(transition);
        stream.push(...transition.events);
        stored[transition.after.v] = memory.text;
      });
      // Versions inside a commit are not stored; start at the one before.
      let from = Math.min(given.from, stream.length);
      while (stored[from] === undefined) from--;
      const replayed = stream.slice(from).reduce(evolve, decodeRoom(stored[from] ?? ''));
      expect(replayed).toEqual(last ?? EMPTY);
    });
    fc.assert(invariantsHold, { numRuns: RUNS });
  }, 120_000);

  test.each([
    ...['join', 'setTimeControl', 'move', 'offer', 'answer', 'say', 'flag', 'surrender', 'leave'],
    ...[
      'arrive',
      'clearAction',
      'clearOfflineSurrender',
      'presence',
      'replacePlayer',
      'spectators',
      'check',
      'compensate',
      'leaveSpectating',
      'pair',
    ],
  ])('include %s with and without effect', (type) => {
    expect(seen.get(`${type} done`)).toBeGreaterThan(0);
    expect(seen.get(`${type} idle`)).toBeGreaterThan(0);
  });

  test.each([
    ...[
      'DEN_CAPTURED',
      'TIME_UP',
      'SURRENDER',
      'DRAW_AGREED',
      'OFFLINE_SURRENDER',
      'undo',
      'reset',
      'vacated',
      'aborted',
      'casual over',
      'paired over',
      'rated over',
    ],
  ])('lead to %s', (what) => {
    expect(seen.get(what)).toBeGreaterThan(0);
  });
});
