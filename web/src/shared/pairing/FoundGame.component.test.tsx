import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { RED_USER } from '../../../test/ratings.ts';
import { BLUE } from '../../../test/rooms.ts';
import { answerBy } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import { setSound, unlockSounds } from '../table/settings.ts';
import PairingHost from './PairingHost.tsx';
import { pairedWith } from './search.ts';

/** The game that was found: what is heard, what a hidden window says, and what moves. */

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
  // The title changes when the test says so, and what was found stays on the screen however slow this machine is.
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
  /** The first note of what tells of an opponent, in Hz. */
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
      // A sound begins after what is drawn.
      vi.advanceTimersByTime(0);
      return notes.mock.calls.filter(([value]) => value === FIRST_NOTE).length;
    };
  }
  /** The one of the page. */
  let context: AudioContext | undefined;

  test('sounds once for a repeated notice, in a hidden window too', async () => {
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

  test('is not heard where sounds are off', async () => {
    const received = await listen();
    setSound(false);
    setHidden(true);
    document.title = '首页';
    await find();
    // The title comes after the sound.
    await expect.poll(() => document.title).toBe('找到对手');
    expect(received()).toBe(0);
    setHidden(false);
  });
});

test('a hidden window calls by its title until somebody looks at it, and goes to the table then', async () => {
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

test('a window that is looked at keeps its title', async () => {
  document.title = '首页';
  await find();
  await expect.element(page.getByRole('dialog', { name: '对手已找到' })).toBeVisible();
  // It rings as soon as this is there.
  await import('./found-alert.ts');
  expect(document.title).toBe('首页');
});

describe('what moves', () => {
  function setMotion(value: 'reduce' | 'no-preference') {
    return cdp().send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value }],
    });
  }
  /** Seconds for which anything of the found game is animated. */
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

  test('is seen by those who do not mind', async () => {
    await find();
    expect(Math.max(...(await durations()))).toBeGreaterThan(0);
  });

  test('is nothing for those who wish it so', async () => {
    await setMotion('reduce');
    await find();
    expect(Math.max(...(await durations()))).toBe(0);
    expect(
      page.getByRole('dialog', { name: '对手已找到' }).element().getAnimations({ subtree: true }),
    ).toEqual([]);
  });
});
