import { BLUE } from '@doushouqi/room-client/testing';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { setMotion } from '../../../test/motion.ts';
import { Providers } from '../../../test/Providers.tsx';
import { RED_USER } from '../../../test/ratings.ts';
import { answerBy } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { forgetRoom, rememberRoom } from '../../client/own-room.ts';
import { session } from '../../client/session.ts';
import { setSound, unlockSounds } from '../table/settings.ts';
import PairingHost from './PairingHost.tsx';
import { pairedWith, searchStore } from './search.ts';
import type { MyPairing } from './search-state.ts';

/** The found game: its sound, the title of a hidden window, and its animations. */

const PAIRING = {
  roomId: 'R7',
  opponent: { ...RED_USER, _id: BLUE, nickname: '苍狼' },
  color: 'red',
} as const;

function Address() {
  return <output data-testid="address">{useLocation().pathname}</output>;
}

/** Shows home and delivers a found opponent. */
async function find() {
  answerBy(() => undefined);
  const view = await render(
    <>
      <PairingHost />
      <Address />
    </>,
    { wrapper: Providers },
  );
  pairedWith(PAIRING);
  return view;
}

function setHidden(hidden: boolean): void {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  // Fake timers: the test changes the title, and the dialog stays open on a slow machine.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  session.login({ access_token: 't', user: ME });
});
afterEach(async () => {
  await cleanup();
  session.logout();
  setSound(true);
  Reflect.deleteProperty(document, 'hidden');
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the sound', () => {
  /** First note of the sound for a found opponent, in Hz. */
  const FIRST_NOTE = 392;

  /** A press enables sounds. Returns a function that counts starts of the first note since then. */
  async function listen() {
    const made = vi.spyOn(BaseAudioContext.prototype, 'createBuffer');
    const stop = unlockSounds();
    await render(<button type="button">按</button>);
    await page.getByRole('button', { name: '按' }).click();
    stop();
    context ??= made.mock.contexts[0] as AudioContext;
    await expect.poll(() => context?.state).toBe('running');
    const notes = vi.spyOn(AudioParam.prototype, 'setValueAtTime');
    return () => {
      // A sound starts after the render.
      vi.advanceTimersByTime(0);
      return notes.mock.calls.filter(([value]) => value === FIRST_NOTE).length;
    };
  }
  /** The audio context of the page. */
  let context: AudioContext | undefined;

  test('sounds once for a repeated notice, also in a hidden window', async () => {
    const received = await listen();
    setHidden(true);
    await find();
    pairedWith(PAIRING);
    await expect.poll(() => document.title).toBe('找到对手');
    expect(received()).toBe(1);
    setHidden(false);
    await expect.element(page.getByRole('dialog', { name: '对手已找到' })).toBeVisible();
    expect(received()).toBe(1);
  });

  test('is silent if sounds are off', async () => {
    const received = await listen();
    setSound(false);
    setHidden(true);
    document.title = '首页';
    await find();
    // The title changes after the sound.
    await expect.poll(() => document.title).toBe('找到对手');
    expect(received()).toBe(0);
    setHidden(false);
  });
});

test('a hidden window flashes its title until it becomes visible, and then opens the room', async () => {
  document.title = '首页';
  setHidden(true);
  await find();
  await expect.poll(() => document.title).toBe('找到对手');
  const titles = [1, 2, 3].map(() => {
    vi.advanceTimersByTime(900);
    return document.title;
  });
  expect(titles).toEqual(['首页', '找到对手', '首页']);
  vi.advanceTimersByTime(900);
  expect(page.getByTestId('address').element().textContent).toBe('/');
  setHidden(false);
  expect(document.title).toBe('首页');
  vi.advanceTimersByTime(900);
  expect(document.title).toBe('首页');
  await expect.element(page.getByTestId('address')).toHaveTextContent('/play/room/R7');
});

test('keeps a found opponent when a reply from before the pairing arrives late', async () => {
  const outdated = Promise.withResolvers<MyPairing>();
  const replies: Promise<MyPairing>[] = [outdated.promise];
  const query = vi.fn(() => replies.shift());
  answerBy(({ call }) => (call === 'GET /pairing/mine' ? query() : undefined));
  await render(<PairingHost />, { wrapper: Providers });
  await expect.poll(() => query.mock.calls.length).toBe(1);
  pairedWith(PAIRING);
  outdated.resolve({ ticket: null, paired: null, pause: null, challenge: null });
  // An outdated reply causes a second request.
  await expect.poll(() => query.mock.calls.length).toBe(2);
  expect(searchStore.getState().search).toMatchObject({ phase: 'found', roomId: 'R7' });
});

test.each([
  ['opens the room of a pairing whose event was missed', null, true, '/play/room/R7'],
  ['stays on a page that was reloaded after the room was opened', 'R7', false, '/'],
])('%s', async (_, opened, fresh, address) => {
  if (opened) rememberRoom(ME._id, opened);
  const paired = { ...PAIRING, at: Date.now(), isRematch: false };
  const query = vi.fn(() => ({ ticket: null, paired, pause: null, challenge: null }));
  answerBy(({ call }) => (call === 'GET /pairing/mine' ? query() : undefined));
  await render(
    <>
      <PairingHost />
      <Address />
    </>,
    { wrapper: Providers },
  );
  await expect.poll(() => searchStore.getState().search).toMatchObject({ phase: 'found', fresh });
  await expect.poll(() => page.getByTestId('address').element().textContent).toBe(address);
  forgetRoom('R7');
});

test('a visible window keeps its title', async () => {
  document.title = '首页';
  await find();
  await expect.element(page.getByRole('dialog', { name: '对手已找到' })).toBeVisible();
  // The sound plays once this module is loaded.
  await import('./found-alert.ts');
  expect(document.title).toBe('首页');
});

describe('animations', () => {
  /** Returns the durations, in seconds, of all animations of the found game. */
  async function durations(): Promise<number[]> {
    const dialog = page.getByRole('dialog', { name: '对手已找到' });
    await expect.element(dialog).toBeInTheDocument();
    const within = [dialog.element(), ...dialog.element().querySelectorAll('*')];
    return within
      .map((element) => getComputedStyle(element))
      .filter(({ animationName }) => animationName !== 'none')
      .map(({ animationDuration }) => Number.parseFloat(animationDuration));
  }
  afterEach(() => setMotion('no-preference'));

  test('run by default', async () => {
    await find();
    expect(Math.max(...(await durations()))).toBeGreaterThan(0);
  });

  test('do not run if the user prefers reduced motion', async () => {
    await setMotion('reduce');
    await find();
    expect(Math.max(...(await durations()))).toBe(0);
    expect(
      page.getByRole('dialog', { name: '对手已找到' }).element().getAnimations({ subtree: true }),
    ).toEqual([]);
  });
});
