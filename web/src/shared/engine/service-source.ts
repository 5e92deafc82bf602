import { formatSquareMove, parseSquareMove, type Score } from '@doushouqi/engine';
import {
  type AnalyzeReply,
  type AnalyzeRequest,
  analyzeReply,
  MOST_LAST_MOVES,
} from '@doushouqi/protocol/analysis';
import {
  formatFen,
  type Game,
  gameMoves,
  type Move,
  plyCount,
  positionOf,
  ruleSetOf,
} from '@doushouqi/rules';
import { type CallService, ServiceGoneError } from './local-service.ts';
import type { AnalysisSource, Found } from './source.ts';

/**
 * Difficulties of the service, with lower ones first for early results: a request has one answer, and the last one
 * takes 30 s on most machines.
 */
const DIFFICULTIES = [3, 5, 6] as const;

/** Letters of pieces by their type, as in a FEN. */
const LETTERS = 'rcdwjtle';

const NOTHING: Found = { depth: null, nodes: null, lines: [] };

/**
 * The analysis service of this machine as a source. Rejects as `CallService` does.
 */
export function serviceSource(call: CallService): AnalysisSource {
  let running = new AbortController();
  return {
    async analyze(game, onFound) {
      running = new AbortController();
      const { signal } = running;
      let found = NOTHING;
      for (const difficulty of DIFFICULTIES) {
        try {
          found = foundOf(await call(requestOf(game, difficulty), signal));
        } catch (error) {
          if (signal.aborted) return found;
          throw error;
        }
        onFound(found);
        if (signal.aborted) break;
      }
      return found;
    },
    stop: () => running.abort(),
  };
}

/** Returns the service request for the last position of a game. */
export function requestOf(game: Game, difficulty: number): AnalyzeRequest {
  const moves = gameMoves(game).slice(-MOST_LAST_MOVES);
  return {
    fen: formatFen(positionOf(game)),
    difficulty,
    isFirstMove: plyCount(game) === 0,
    lastMoves: moves.map(({ capturedPiece, ...move }) => {
      return formatSquareMove(move) + (capturedPiece ? LETTERS[capturedPiece - 1] : '');
    }),
    rules: ruleSetOf(game),
  };
}

function foundOf(reply: unknown): Found {
  const { data } = analyzeReply.safeParse(reply);
  if (!data) throw new ServiceGoneError();
  return { depth: data.depth ?? null, nodes: data.nodes ?? null, lines: data.candidates.map(lineOf) };
}

function lineOf({ move, winrate, score, line }: AnalyzeReply['candidates'][number]): Found['lines'][number] {
  const pv = (line ?? [move]).map(moveOf);
  return { move: moveOf(move), rate: winrate, score: (score as Score | undefined) ?? null, pv };
}

/** `text` matches the schema. */
function moveOf(text: string): Move {
  return parseSquareMove(text)!;
}
