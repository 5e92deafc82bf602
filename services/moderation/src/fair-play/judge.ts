import { setTimeout as delay } from 'node:timers/promises';
import { createEngine, type Engine } from '@doushouqi/engine';
import { nodePort } from '@doushouqi/engine/node';
import {
  type AnalyzedPly,
  analyzedPly,
  type Decision,
  decisionsOf,
  JUDGE_LIMITS,
} from '@doushouqi/fair-play';
import type { RouteReply } from '@doushouqi/protocol';
import type { ROUTES } from '@doushouqi/protocol/server';
import { gameMoves, newGame, parseFen, parseRecord, play } from '@doushouqi/rules';

/** Stored with each judged game. Another engine, other limits or other decisions need another number. */
export const JUDGE_VERSION = 1;

export type Recorded = RouteReply<(typeof ROUTES)['listMoves']>['games'][number];

export interface JudgedSides {
  red: Decision[];
  blue: Decision[];
}

/** Judges games in one thread, with pauses. */
export interface Judge {
  /** `lags`: of each half-move, ms; empty if unknown. Rejects when `signal` aborts, and with an `EngineError`. */
  judge(game: Recorded, lags: readonly number[], signal: AbortSignal): Promise<JudgedSides>;
  /** Ends the thread until the next game. */
  rest(): void;
}

interface JudgeOptions {
  /** Share of a core in percent, above 0. */
  load: number;
  open?: () => Engine;
}

/** Returns the thinking time of each half-move, ms. */
function timesOf({ moveTimes }: Recorded, lags: readonly number[]): number[] {
  return moveTimes.map((at, ply) => Math.max(0, at - (moveTimes[ply - 1] ?? 0) - (lags[ply] ?? 0)));
}

function replayed({ gameId, record, ruleSet, start }: Recorded) {
  const parsed = start === null ? null : parseFen(start);
  const position = parsed?.ok ? parsed.value : undefined;
  const game = parseRecord(record, { ruleSet, ...(position && { start: position }) });
  if (parsed?.ok === false || !game.ok) throw new Error(`the record of ${gameId} cannot be replayed`);
  return { beginning: newGame(ruleSet, position), moves: gameMoves(game.value) };
}

export function createJudge({ load, open = () => createEngine(nodePort) }: JudgeOptions): Judge {
  let engine: Engine | null = null;
  return {
    async judge(recorded, lags, signal) {
      const { beginning, moves } = replayed(recorded);
      const times = timesOf(recorded, lags);
      engine ??= open();
      const plies: AnalyzedPly[] = [];
      let game = beginning;
      for (const [ply, { from, to }] of moves.entries()) {
        signal.throwIfAborted();
        const move = { from, to };
        const began = performance.now();
        const info = await engine.analyze(game, JUDGE_LIMITS);
        const took = performance.now() - began;
        plies.push(analyzedPly(info, { game, move, ms: times[ply] ?? null }));
        await delay(took * (100 / load - 1), undefined, { signal });
        const next = play(game, move);
        if (!next.ok) throw new Error(`half-move ${ply} of ${recorded.gameId} is illegal`);
        game = next.value;
      }
      return { red: decisionsOf(plies, 0), blue: decisionsOf(plies, 1) };
    },
    rest() {
      engine?.close();
      engine = null;
    },
  };
}
