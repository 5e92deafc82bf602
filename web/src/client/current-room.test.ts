import { expect, it } from 'vitest';
import { createRoomTeller } from './current-room.ts';

/** A server that answers when it is told to. */
function server() {
  const calls: { roomId: string | null; answer: PromiseWithResolvers<void> }[] = [];
  const teller = createRoomTeller((roomId) => {
    const answer = Promise.withResolvers<void>();
    calls.push({ roomId, answer });
    return answer.promise;
  });
  return { calls, teller, told: () => calls.map(({ roomId }) => roomId) };
}

it('tells of a room once, and of leaving it', async () => {
  const { calls, teller, told } = server();
  const settled = teller.want('a');
  calls[0]?.answer.resolve();
  await settled;
  await teller.want('a');
  void teller.want(null);
  expect(told()).toEqual(['a', null]);
});

it('says nothing where nothing changed', async () => {
  const { calls, teller } = server();
  await teller.want(null);
  expect(calls).toEqual([]);
});

it('says the last word last, one at a time, and leaves out what is over', async () => {
  const { calls, teller, told } = server();
  const settled = teller.want('a');
  void teller.want(null);
  void teller.want('b');
  expect(told()).toEqual(['a']);
  calls[0]?.answer.resolve();
  await calls[0]?.answer.promise;
  await Promise.resolve();
  expect(told()).toEqual(['a', 'b']);
  calls[1]?.answer.resolve();
  await settled;
  expect(told()).toEqual(['a', 'b']);
});

it('tells again what may not have been heard', async () => {
  const { calls, teller, told } = server();
  const settled = teller.want('a');
  calls[0]?.answer.reject(new Error('no network'));
  await settled;
  void teller.want(null);
  expect(told()).toEqual(['a', null]);
  calls[1]?.answer.reject(new Error('no network'));
  await calls[1]?.answer.promise.catch(() => {});
  await Promise.resolve();
  void teller.settle();
  expect(told()).toEqual(['a', null, null]);
});
