import type { PrivateMessage } from '@doushouqi/protocol';
import { describe, expect, it } from 'vitest';
import { conversationOf, lastOf, NEVER, type Outgoing, showsTime, unseen } from './conversation.ts';

function said(_id: string, content = _id, fromId = 'me', timestamp = 0): PrivateMessage {
  return {
    _id,
    fromId,
    toId: fromId === 'me' ? 'you' : 'me',
    content,
    timestamp,
  };
}
function message(content: string, after = '', failed: string | null = null): Outgoing {
  return {
    key: content,
    content,
    after,
    failed,
  };
}

function ids(...all: Parameters<typeof conversationOf>) {
  return conversationOf(...all).map(({ _id }) => _id);
}

describe('conversationOf', () => {
  it('shows each fetched and received message once, in order of time', () => {
    const pages = [
      [said('3'), said('4')],
      [said('1'), said('2')],
    ];
    expect(ids(pages, [said('5'), said('4'), said('3')])).toEqual(['1', '2', '3', '4', '5']);
  });

  it('shows received messages while the history loads', () => {
    expect(ids([], [said('2'), said('1')])).toEqual(['1', '2']);
  });

  it('leaves no gap when more messages were missed than a page holds', () => {
    expect(ids([[said('8'), said('9')]], [said('1'), said('2')])).toEqual(['8', '9']);
  });
});

describe('unseen', () => {
  it.each([
    ['a message on its way', [said('1', 'old')], [message('new', '1')], ['new']],
    [
      'the message that was pushed before the reply came',
      [said('1', 'old'), said('2', 'new')],
      [message('new', '1')],
      [],
    ],
    ['a message that failed, it seemed, and arrived', [said('2', 'new')], [message('new', '1', 'lost')], []],
    ['the same words, said long ago', [said('1', 'new')], [message('new', '1')], ['new']],
    ['the same words of the other one', [said('2', 'new', 'you')], [message('new', '1')], ['new']],
    [
      'two messages alike of which one is there',
      [said('2', 'a')],
      [message('a', '1'), message('a', '1')],
      ['a'],
    ],
    [
      'a message that was refused, said before',
      [said('2', 'new')],
      [message('new', NEVER, 'too fast')],
      ['new'],
    ],
    [
      'a message from before the conversation was known',
      [said('1', 'new')],
      [message('new', NEVER)],
      ['new'],
    ],
  ])('%s', (_, messages, outgoing, left) => {
    expect(unseen(messages, outgoing, 'me').map(({ content }) => content)).toEqual(left);
  });
});

describe('lastOf', () => {
  it.each([
    ['no user', [], null],
    ['only oneself', [said('1')], null],
    ['before one’s own', [said('1', 'a', 'you'), said('2')], '1'],
  ])('%s', (_, messages, id) => expect(lastOf(messages, 'you')).toBe(id));
});

it.each([
  ['the first', undefined, 0, true],
  ['right after', 0, 299_999, false],
  ['after five minutes', 0, 300_000, true],
])('the time is shown at %s', (_, before, at, says) => {
  const last = before === undefined ? undefined : said('1', '1', 'me', before);
  expect(showsTime(said('2', '2', 'me', at), last)).toBe(says);
});
