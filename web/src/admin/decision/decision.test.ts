import { describe, expect, it } from 'vitest';
import { letterTemplate, type Reported } from './letter.ts';
import {
  actText,
  durationsOf,
  MEASURES,
  measureText,
  proposedMeasure,
  verdictsOf,
  withKind,
} from './measures.ts';

const NOW = new Date(2026, 10, 22, 19, 30).getTime();
const MINUTE = 60_000;

function line(minutesAgo: number, roomId?: string): Reported {
  const quote = {
    fromId: '0'.repeat(24),
    nickname: '花豹88',
    content: '…',
    at: NOW - minutesAgo * MINUTE,
    ...(roomId !== undefined && { roomId }),
  };
  return { kind: 'line', quote };
}

describe('verdicts', () => {
  it('are those of the reported kinds, each once and other last', () => {
    expect(verdictsOf(['line'])).toEqual(['abuse', 'advert', 'harassment', 'other']);
    expect(verdictsOf(['play'])).toEqual(['engine', 'stalling', 'arranged', 'other']);
    expect(verdictsOf(['line', 'nickname'])).toEqual(['abuse', 'advert', 'harassment', 'name', 'other']);
  });

  it('propose a measure: a reported avatar is reset, a name is replaced', () => {
    expect(proposedMeasure('abuse', ['line'])).toEqual({ kind: 'mute', hours: 24 });
    expect(proposedMeasure('name', ['avatar']).kind).toBe('avatar');
    expect(proposedMeasure('name', ['avatar', 'nickname']).kind).toBe('rename');
  });
});

describe('measures', () => {
  it('keep a duration that the other kind offers too, else take its shortest', () => {
    expect(withKind({ kind: 'mute', hours: 168 }, 'unrated')).toEqual({ kind: 'unrated', hours: 168 });
    expect(withKind({ kind: 'mute', hours: 24 }, 'unrated')).toEqual({ kind: 'unrated', hours: 72 });
    expect(withKind({ kind: 'mute', hours: 24 }, 'warn')).toEqual({ kind: 'warn', hours: null });
    expect(withKind({ kind: 'warn', hours: null }, 'mute')).toEqual({ kind: 'mute', hours: 24 });
  });

  it('name what the button does; closures and 30 days go to a second operator', () => {
    expect(actText({ kind: 'mute', hours: 24 })).toBe('禁言 1 天');
    expect(actText({ kind: 'rename', hours: null })).toBe('改名');
    expect(actText({ kind: 'mute', hours: 720 })).toBe('请人复核');
    expect(actText({ kind: 'close', hours: 168 })).toBe('请人复核');
    expect(actText({ kind: 'unrated', hours: null })).toBe('请人复核');
    expect(measureText({ kind: 'unrated', hours: null })).toBe('停排位 不限期');
    expect(measureText({ kind: 'mute', hours: 12 })).toBe('禁言 12 小时');
  });

  it('last for a time or have no duration at all', () => {
    for (const kind of MEASURES.flat())
      expect(durationsOf(kind).length > 0).toBe(['mute', 'unrated', 'close', 'shadow'].includes(kind));
  });
});

describe('the letter', () => {
  it('names times, place, duration and end', () => {
    const text = letterTemplate({
      violation: 'abuse',
      measure: { kind: 'mute', hours: 24 },
      reports: [line(22, 'A1'), line(23, 'A1')],
      now: NOW,
    });
    expect(text).toBe(
      '11月22日 19:07 和 19:08，你在对局里辱骂他人。聊天停用 1 天，到 11月23日 19:30。下棋不受影响。再犯会停得更久。',
    );
  });

  it('names two times at most, and no place if there are several', () => {
    const text = letterTemplate({
      violation: 'advert',
      measure: { kind: 'warn', hours: null },
      reports: [line(1), line(2, 'A1'), line(3)],
      now: NOW,
    });
    expect(text).toBe(
      '11月22日 19:27 和 19:28 等 3 处，你发了广告或站外联系方式。这次只是提醒，再有就会停用一些功能。',
    );
  });

  it('names the minute of two lines once', () => {
    const measure = { kind: 'warn', hours: null } as const;
    const text = letterTemplate({ violation: 'abuse', measure, reports: [line(1), line(0.9)], now: NOW });
    expect(text).toMatch(/^11月22日 19:29，你/);
  });

  it('names no end if it begins later or lasts for ever', () => {
    const of = (hours: number | null) =>
      letterTemplate({ violation: 'engine', measure: { kind: 'unrated', hours }, reports: [], now: NOW });
    expect(of(720)).toContain('排位停用 30 天。休闲');
    expect(of(null)).toContain('排位停用，不限期。休闲');
    expect(of(null)).not.toContain('再犯');
  });

  it('of a muting that the person does not notice is never read by the person', () => {
    const measure = { kind: 'shadow', hours: 24 } as const;
    expect(letterTemplate({ violation: 'abuse', measure, reports: [line(1)], now: NOW })).toMatch(/^（静默/);
  });
});
