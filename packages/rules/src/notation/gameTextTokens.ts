/** Splits a text of games into tokens with their positions, in linear time. */
import type { Point } from '../board.ts';
import { err, ok, type Result } from '../result.ts';
import { canBeDrawn, type Shape } from '../shapes.ts';
import { COLOR_LETTERS, HEADER_NAME } from './gameText.ts';
import { squarePoint } from './moveList.ts';

export type Token =
  | { readonly kind: 'header'; readonly at: number; readonly name: string; readonly value: string }
  | ({ readonly kind: 'comment'; readonly at: number } & Note)
  | { readonly kind: '('; readonly at: number }
  | { readonly kind: ')'; readonly at: number }
  | { readonly kind: 'word'; readonly at: number; readonly text: string };

/** Commands in a comment. */
export interface Note {
  readonly text: string;
  readonly shapes: readonly Shape[];
  readonly seconds: number | null;
  readonly isEnd: boolean;
}

const SPACE = /[\s\u{FEFF}]+/uy;
const WORD = /[^\s(){}[\]]+/y;
const HEADER_START = /\[\s*([A-Za-z0-9]{1,30})\s+"/y;
const HEADER_END = /\s*\]/y;

/** Returns the tokens of a text, or the position of the first error. */
export function readTokens(text: string): Result<Token[], number> {
  const tokens: Token[] = [];
  let at = skip(SPACE, text, 0);
  while (at < text.length) {
    const read = readToken(text, at);
    if (!read) return err(at);
    if (read.token) tokens.push(read.token);
    at = skip(SPACE, text, read.end);
  }
  return ok(tokens);
}

interface Read {
  /** Null for tokens without meaning, such as move numbers. */
  readonly token: Token | null;
  readonly end: number;
}

function readToken(text: string, at: number): Read | null {
  const char = text[at]!;
  if (char === '(' || char === ')') return { token: { kind: char, at }, end: at + 1 };
  if (char === '{') return readComment(text, at);
  if (char === '[') return readHeader(text, at);
  const end = skip(WORD, text, at);
  if (end === at) return null;
  const word = text.slice(at, end).replace(/^\d{1,5}(?:\.+|…)/, '');
  return { token: word === '' ? null : { kind: 'word', at, text: word }, end };
}

/** Returns the position after the match of a sticky expression. */
function skip(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : at;
}

function readHeader(text: string, at: number): Read | null {
  HEADER_START.lastIndex = at;
  const name = HEADER_START.exec(text)?.[1];
  if (name === undefined || !HEADER_NAME.test(name)) return null;
  const from = HEADER_START.lastIndex;
  const quote = closing('"', text, from);
  const end = quote < 0 ? quote : skip(HEADER_END, text, quote + 1);
  if (end <= quote + 1) return null;
  return { token: { kind: 'header', at, name, value: unescaped(text.slice(from, quote)) }, end };
}

function readComment(text: string, at: number): Read | null {
  const end = closing('}', text, at + 1);
  const note = end < 0 ? null : readNote(text.slice(at + 1, end));
  return note && { token: { kind: 'comment', at, ...note }, end: end + 1 };
}

/** Returns the position of the next unescaped character, or -1. */
function closing(char: string, text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === char) return at;
    if (text[at] === '\\') at++;
  }
  return -1;
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r' };

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, char: string) => ESCAPED[char] ?? char);
}

/** Returns the text and commands of a comment without unknown commands, or null if a command is malformed. */
function readNote(body: string): Note | null {
  const shapes: Shape[] = [];
  let seconds: number | null = null;
  let isEnd = false;
  let sound = true;
  const text = body.replace(
    /\\([\s\S])|\[%([a-z]{1,20})([^\][]{0,800})\] ?|\r\n?/g,
    (_, escaped: string | undefined, name: string | undefined, given: string) => {
      if (escaped !== undefined) return ESCAPED[escaped] ?? escaped;
      if (name === undefined) return '\n';
      if (name === 'draw') sound &&= readShapes(given.trim(), shapes);
      if (name === 't') sound &&= /^\d{1,9}(?:\.\d{1,3})?$/.test(given.trim());
      if (name === 't') seconds = Number(given);
      if (name === 'end') isEnd = true;
      return '';
    },
  );
  return sound ? { text, shapes, seconds, isEnd } : null;
}

function readShapes(list: string, into: Shape[]): boolean {
  return list.split(',').every((text) => {
    const shape = readShape(text.trim());
    if (shape) into.push(shape);
    return shape !== null;
  });
}

function readShape(text: string): Shape | null {
  const color = COLOR_LETTERS.get(text[0] ?? '');
  const squares = /^.([A-G][1-9])([A-G][1-9])?$/.exec(text);
  if (!color || !squares) return null;
  const [from, to] = squares.slice(1).map((square) => (square ? pointOfSquare(square) : null));
  const shape: Shape = to ? { kind: 'arrow', from: from!, to, color } : { kind: 'mark', at: from!, color };
  return canBeDrawn(shape) ? shape : null;
}

function pointOfSquare(square: string): Point {
  return squarePoint(square[0]!, square[1]!);
}
