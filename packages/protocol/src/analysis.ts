/**
 * Messages between a page and the analysis service on the same machine (docs/engine.md). Separate from the rest of the
 * protocol: only the analysis page needs it, and no server of the platform answers it.
 */
import { z } from './zod.ts';

/** The service listens on this port of the loopback addresses only. */
export const ANALYSIS_PORT = 5000;

/** A past move: from, to, and the letter of the captured piece: `a3b3`, `d5d6e`. */
const playedMove = z.string().regex(/^[a-g][1-9][a-g][1-9][rcdwjtle]?$/);

/** Maximum number of past moves in a request; the repetition rules need no more. */
export const MOST_LAST_MOVES = 1_000;
/** Largest body of a request, bytes. */
export const ANALYSIS_BODY_LIMIT = 32_768;

export const pingRequest = z.object({ command: z.literal('ping') });

export const analyzeRequest = z.object({
  /** The position to analyze; red is in upper case. */
  fen: z.string().min(1).max(100),
  /** 1 to 6; each level searches four times as many nodes as the one below. */
  difficulty: z.int().min(1).max(6),
  /** No move led to this position: `lastMoves` is ignored. */
  isFirstMove: z.boolean().default(false),
  /** The moves that led to the position, oldest first; without them no repetition is known. */
  lastMoves: z.array(playedMove).max(MOST_LAST_MOVES).default([]),
  /** Name of a rule set; default: local play. */
  rules: z.string().max(80).optional(),
});
export type AnalyzeRequest = z.input<typeof analyzeRequest>;

export const pingReply = z.object({
  status: z.literal('ok'),
  version: z.string().max(40),
  /** Number of parallel searches. */
  threads: z.int().min(1).max(1_024),
  /** Of the last search; null before the first. */
  nodesPerSecond: z.number().min(0).nullable(),
});
export type PingReply = z.output<typeof pingReply>;

/** A move without the captured piece. */
const move = z.string().regex(/^[a-g][1-9][a-g][1-9]$/);

const score = z.union([
  z.object({ kind: z.literal('cp'), value: z.number() }),
  z.object({ kind: z.literal('win'), plies: z.number() }),
]);

export const analyzeReply = z.object({
  /** Best first, at most three. */
  candidates: z
    .array(
      z.object({
        move,
        /** Win rate of the side to move, 0 to 100. */
        winrate: z.number().min(0).max(100),
        score: score.optional(),
        /** Expected moves of both sides; begins with `move`. */
        line: z.array(move).max(128).optional(),
      }),
    )
    .max(3),
  depth: z.int().min(0).optional(),
  nodes: z.number().min(0).optional(),
});
export type AnalyzeReply = z.output<typeof analyzeReply>;

/** Refusals of the service: HTTP status and Chinese message. The codes are stable. */
export const ANALYSIS_ERRORS = {
  INVALID_INPUT: { status: 400, message: '请求的格式不正确' },
  INVALID_FEN: { status: 400, message: '无法读取局面（FEN）' },
  INVALID_MOVES: { status: 400, message: '着法与局面不符' },
  GAME_OVER: { status: 400, message: '这个局面的对局已经结束' },
  FOREIGN_ORIGIN: { status: 403, message: '这个网页不能使用本机引擎' },
  WRONG_HOST: { status: 403, message: '本机引擎只应答本机地址' },
  NOT_FOUND: { status: 404, message: '没有这个地址' },
  METHOD_NOT_ALLOWED: { status: 405, message: '请用 POST 请求' },
  TOO_LARGE: { status: 413, message: '请求太大' },
  NOT_JSON: { status: 415, message: '请求须为 JSON' },
  ENGINE_FAILED: { status: 500, message: '分析失败，请重试' },
  BUSY: { status: 503, message: '本机引擎正忙，请稍后再试' },
} as const satisfies Record<string, { status: number; message: string }>;
export type AnalysisErrorCode = keyof typeof ANALYSIS_ERRORS;

/** Systems for which the service can be downloaded. */
export const DOWNLOAD_SYSTEMS = ['windows', 'macos-arm64', 'macos-x64', 'linux'] as const;
export type DownloadSystem = (typeof DOWNLOAD_SYSTEMS)[number];

/** `/downloads/manifest.json`, written by `npm run build:downloads`. */
export const downloadsManifest = z.object({
  version: z.string().max(40),
  /** Origins that the programs accept by default. */
  origins: z.array(z.string().max(300)).max(100),
  files: z
    .array(
      z.object({
        system: z.enum(DOWNLOAD_SYSTEMS),
        /** File name in `/downloads/`; it changes with the content. */
        name: z.string().regex(/^[\w.-]{1,120}$/),
        /** Bytes. */
        size: z.int().min(1),
        sha256: z.string().regex(/^[\da-f]{64}$/),
      }),
    )
    .max(20),
});
export type DownloadsManifest = z.output<typeof downloadsManifest>;
export type DownloadFile = DownloadsManifest['files'][number];
