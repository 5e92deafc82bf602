import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  ANALYSIS_BODY_LIMIT,
  ANALYSIS_ERRORS,
  type AnalysisErrorCode,
  type AnalyzeReply,
} from '@doushouqi/protocol/analysis';
import { formatSquareMove, type SearchInfo, winRate } from '../index.ts';

/** A refused request, with its code. */
export class Refused extends Error {
  readonly code: AnalysisErrorCode;

  constructor(code: AnalysisErrorCode) {
    super(code);
    this.code = code;
  }
}

export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  res.end(JSON.stringify(body));
}

export function sendRefusal(res: ServerResponse, code: AnalysisErrorCode): void {
  const { status, message } = ANALYSIS_ERRORS[code];
  if (status === 405) res.setHeader('allow', 'POST, OPTIONS');
  // An unread rest of the body would be parsed as the next request.
  if (status === 413) res.setHeader('connection', 'close');
  sendJson(res, status, { code, message });
}

/** Parses the body as JSON. Throws `Refused` if it is malformed or too large. */
export async function readJson(req: IncomingMessage): Promise<unknown> {
  if (req.headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== 'application/json')
    throw new Refused('NOT_JSON');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > ANALYSIS_BODY_LIMIT) throw new Refused('TOO_LARGE');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Refused('INVALID_INPUT');
  }
}

/** Converts a search result to the reply. */
export function replyOf({ depth, nodes, lines }: SearchInfo): AnalyzeReply {
  const candidates = lines.map(({ move, score, pv }) => ({
    move: formatSquareMove(move),
    winrate: Math.round(winRate(score) * 10) / 10,
    score,
    line: pv.map(formatSquareMove),
  }));
  return { candidates, depth, nodes };
}
