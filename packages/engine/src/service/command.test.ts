import { describe, expect, test } from 'vitest';
import { isOurOrigin, isOwnHost, originOf } from './callers.ts';
import { readCommand, startProblem } from './command.ts';

describe('the command line', () => {
  test('serves the default port and the default pages without arguments', () => {
    expect(readCommand([], ['https://a.example'])).toEqual({
      kind: 'serve',
      port: 5000,
      threads: 2,
      origins: new Set(['https://a.example']),
    });
  });

  test('accepts further pages', () => {
    expect(readCommand(['--origin', 'https://b.example/'], ['https://a.example'])).toMatchObject({
      origins: new Set(['https://a.example', 'https://b.example']),
    });
  });

  test.each([
    ['--port=x'],
    ['--port=70000'],
    ['--threads=0'],
    ['--origin=b.example'],
    ['--origin=https://b.example/page'],
    ['--unknown'],
  ])('refuses %s', (argument) => {
    expect(readCommand([argument], [])).toMatchObject({ kind: 'wrong' });
  });

  test('explains a taken port, and on macOS names its usual owner', () => {
    expect(startProblem('EADDRINUSE', 5000, 'linux')).toBe(
      '端口 5000 已被占用：本机引擎可能已经在运行，也可能是别的程序占用了它。',
    );
    expect(startProblem('EADDRINUSE', 5000, 'darwin')).toContain('隔空播放接收器');
  });
});

describe('callers', () => {
  test.each([
    ['localhost:5000', true],
    ['127.0.0.1:5000', true],
    ['[::1]:5000', true],
    ['localhost', true],
    ['evil.example:5000', false],
    ['localhost.evil.example:5000', false],
    [undefined, false],
    ['x@localhost:5000', false],
    ['', false],
  ])('sent to %s: %s', (host, allowed) => {
    expect(isOwnHost(host)).toBe(allowed);
  });

  test.each([
    [undefined, true],
    ['https://a.example', true],
    ['http://localhost:8080', true],
    ['http://127.0.0.1:5173', true],
    ['https://a.example.evil.example', false],
    ['http://a.example', false],
    ['http://localhost.evil.example', false],
    ['null', false],
  ])('from %s: %s', (origin, allowed) => {
    expect(isOurOrigin(origin, new Set(['https://a.example']))).toBe(allowed);
  });

  test('normalizes an origin to the form of browsers', () => {
    expect(originOf('https://A.example:443/')).toBe('https://a.example');
    expect(originOf('ftp://a.example')).toBeNull();
  });
});
