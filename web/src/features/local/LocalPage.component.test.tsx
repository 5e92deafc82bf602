import { ERRORS, errorBody } from '@doushouqi/protocol';
import { gameMoves } from '@doushouqi/rules';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { answerCalls } from '../../../test/server.ts';
import { clickMove } from '../../../test/tables.tsx';
import { expectToast } from '../../../test/toasts.ts';
import { ME } from '../../../test/users.ts';
import { marked } from '../../client/intention.ts';
import { session } from '../../client/session.ts';
import { KEYS } from '../../client/storage.ts';
import { parseLocal } from '../../shared/device-games/saved-games.ts';
import { ConfirmHost } from '../../ui/ConfirmHost.tsx';
import { hideToast } from '../../ui/toast-store.ts';
import LocalPage from './LocalPage.tsx';

const SAVED = { 'HEAD /': {}, 'POST /game-records/local': { recordId: 'f'.repeat(24) } };

beforeEach(() => localStorage.removeItem(KEYS.localGame));
afterEach(() => {
  vi.restoreAllMocks();
  session.logout();
  session.closeLogin();
  hideToast();
});

/** The current location and its state. */
let place: ReturnType<typeof useLocation>;
function Place() {
  place = useLocation();
  return null;
}

function open(path = '/play/local', state: unknown = null) {
  return render(
    <Providers path={path} state={state}>
      <LocalPage />
      <ConfirmHost />
      <Place />
    </Providers>,
  );
}

function strip(side: '红方' | '蓝方') {
  return page.getByRole('region', { name: side, exact: true });
}
function action(side: '红方' | '蓝方', name: string) {
  return strip(side).getByRole('button', { name, exact: true });
}
async function agree(name: string) {
  await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
}
function plies() {
  return page.getByTestId('board').element().getAttribute('data-ply');
}
function stored() {
  return parseLocal(localStorage.getItem(KEYS.localGame));
}

describe('each side', () => {
  test('can undo after the other side has moved, and sees why an undo is refused', async () => {
    await open();
    await expect.element(action('红方', '悔棋')).toHaveAccessibleDescription('没有可以悔的棋');
    await clickMove('a1b1');
    await expect.element(action('红方', '悔棋')).toHaveAccessibleDescription('刚走完的一方不能悔棋');
    await action('红方', '悔棋').click({ force: true });
    await expectToast('刚走完的一方不能悔棋', 'warning');
    await action('蓝方', '悔棋').click();
    await expectToast('悔棋成功', 'success');
    await expect.poll(plies).toBe('0');
  });

  test('can offer a draw, which both confirm', async () => {
    await open();
    await clickMove('a1b1');
    await action('蓝方', '求和').click();
    await agree('取消');
    expect(stored()?.game.outcome.winner).toBe(null);
    await action('蓝方', '求和').click();
    await agree('同意和棋');
    await expect.element(page.getByRole('heading', { name: '和棋' })).toBeVisible();
    await expect.element(page.getByText('双方议和 · 1 回合')).toBeVisible();
    await expect.element(action('红方', '认输')).toHaveAccessibleDescription(ERRORS.GAME_OVER.message);
  });

  test('can resign after a confirmation', async () => {
    await open();
    await action('红方', '认输').click();
    await agree('认输');
    await expect.element(page.getByRole('heading', { name: '蓝方胜' })).toBeVisible();
    await page.getByRole('button', { name: '再来一局' }).click();
    await expect.element(page.getByRole('dialog', { name: '对局结果' })).not.toBeInTheDocument();
    await expect.poll(plies).toBe('0');
  });

  test('resets the board, after a confirmation if moves would be lost', async () => {
    await open();
    await expect.element(action('红方', '重开')).toHaveAccessibleDescription('还没有走棋');
    await clickMove('a1b1');
    await action('红方', '重开').click();
    await agree('重开');
    await expect.poll(plies).toBe('0');
  });

  test('turns the board together with the strips', async () => {
    await open();
    const isAbove = () => strip('蓝方').element().getBoundingClientRect().top < 200;
    expect(isAbove()).toBe(true);
    await action('红方', '翻转').click();
    await expect.poll(isAbove).toBe(false);
  });
});

test('two users can play with the keyboard only', async () => {
  await open();
  document.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus();
  const walk = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    for (const { x, y } of [from, to]) {
      const at = document.activeElement?.getAttribute('data-cell')?.split(',').map(Number) ?? [];
      const [dx, dy] = [x - (at[0] ?? 0), y - (at[1] ?? 0)];
      const keys = [
        `{Arrow${dx > 0 ? 'Right' : 'Left'}}`.repeat(Math.abs(dx)),
        `{Arrow${dy > 0 ? 'Down' : 'Up'}}`.repeat(Math.abs(dy)),
      ];
      await userEvent.keyboard(`${keys.join('')}{Enter}`);
    }
  };
  await walk({ x: 0, y: 8 }, { x: 1, y: 8 });
  await expect.poll(plies).toBe('1');
  await walk({ x: 0, y: 0 }, { x: 1, y: 0 });
  await expect.poll(plies).toBe('2');
  (action('红方', '悔棋').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(plies).toBe('1');
  expect(gameMoves(stored()!.game)).toMatchObject([{ from: { x: 0, y: 8 }, to: { x: 1, y: 8 } }]);
});

test('the game is restored after a reload, and in another window', async () => {
  const first = await open();
  await clickMove('a1b1');
  await first.unmount();
  await open();
  await expect.poll(plies).toBe('1');
  const moved = localStorage.getItem(KEYS.localGame)!;
  await clickMove('a9b9');
  await expect.poll(plies).toBe('2');
  // An earlier version is ignored: a full storage may still contain it.
  const write = (text: string): void => {
    localStorage.setItem(KEYS.localGame, text);
    window.dispatchEvent(new StorageEvent('storage', { key: KEYS.localGame }));
  };
  write(moved);
  expect(plies()).toBe('2');
  write(JSON.stringify({ ...JSON.parse(moved), version: 99 }));
  await expect.poll(plies).toBe('1');
});

test('rules changed during a game apply to the next one', async () => {
  await open();
  await page.getByRole('button', { name: '对局设置' }).click();
  await expect.element(page.getByText('还没有走棋，改动马上生效')).toBeVisible();
  await page.getByRole('switch', { name: '七三规则' }).click();
  expect(stored()?.game.rules).toMatchObject({ sevenThree: true, seventeenFive: false, threefold: true });
  await userEvent.keyboard('{Escape}');
  await clickMove('a1b1');
  await page.getByRole('button', { name: '对局设置' }).click();
  await expect.element(page.getByText('改动从下一局起生效')).toBeVisible();
  await page.getByRole('switch', { name: '禁止第三次重复' }).click();
  expect(stored()?.game.rules.threefold).toBe(true);
  expect(stored()?.rules.threefold).toBe(false);
});

describe('clocks', () => {
  const clock = (side: '红方' | '蓝方') => strip(side).getByRole('timer');
  const settings = () => page.getByRole('button', { name: '对局设置' });

  test('are chosen before the first move, and each side has its own', async () => {
    await open();
    expect(page.getByRole('timer').elements()).toHaveLength(0);
    await settings().click();
    await expect.element(page.getByRole('radio', { name: '不限时' })).toBeChecked();
    await page.getByRole('radio', { name: '10 + 5' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(clock('红方')).toHaveTextContent('10:00');
    await clickMove('a1b1');
    await expect.element(clock('红方')).toHaveTextContent('10:05');
    await expect.element(clock('蓝方')).toHaveAttribute('data-running', 'true');
    await action('蓝方', '悔棋').click();
    await expect.element(clock('红方')).toHaveTextContent('10:00');
  });

  test('chosen during a game apply to the next one', async () => {
    await open();
    await clickMove('a1b1');
    await settings().click();
    await page.getByRole('radio', { name: '5 + 3' }).click();
    await userEvent.keyboard('{Escape}');
    expect(page.getByRole('timer').elements()).toHaveLength(0);
    await action('红方', '重开').click();
    await agree('重开');
    await expect.element(clock('蓝方')).toHaveTextContent('5:00');
  });

  test('end the game, which is saved with its time control', async () => {
    session.login({ access_token: 'mine', user: ME });
    const asked = answerCalls(SAVED);
    const first = await open();
    await settings().click();
    await page.getByRole('radio', { name: '2 + 1' }).click();
    await userEvent.keyboard('{Escape}');
    await clickMove('a1b1');
    await first.unmount();
    const saved = JSON.parse(localStorage.getItem(KEYS.localGame)!);
    const clock = { ...saved.clock, timeLeft: { ...saved.clock.timeLeft, player2: 1 } };
    localStorage.setItem(KEYS.localGame, JSON.stringify({ ...saved, clock }));
    await open();
    await expect.element(page.getByRole('heading', { name: '红方胜' })).toBeVisible();
    await expect.element(page.getByText(/^蓝方超时 · 1 回合/)).toBeVisible();
    await page.getByRole('dialog', { name: '对局结果' }).getByRole('button', { name: '保存棋谱' }).click();
    await expectToast('棋谱已保存', 'success');
    expect(asked.at(-1)?.body).toMatchObject({
      endReason: 'TIME_UP',
      timeControl: { initial: 2, increment: 1 },
    });
  });
});

test('shows the text when the browser forbids copying', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('forbidden'));
  await open();
  await clickMove('a1b1');
  await page.getByRole('button', { name: '复制 FEN' }).click();
  await expectToast('复制失败，请手动复制', 'error');
  await expect
    .element(page.getByRole('textbox', { name: 'FEN' }))
    .toHaveValue('l5t/1d3c1/r1j1w1e/7/7/7/E1W1J1R/1C3D1/1T4L b');
});

test('the result ignores presses until it is visible', async () => {
  await open();
  await clickMove('a1b1');
  await action('红方', '认输').click();
  await agree('认输');
  const result = page.getByRole('dialog', { name: '对局结果' });
  await expect.element(result).toBeInTheDocument();
  const pressed = () => getComputedStyle(result.element()).pointerEvents;
  expect(pressed()).toBe('none');
  await expect.poll(pressed).toBe('auto');
  await expect.element(result).toHaveAccessibleDescription(/蓝方胜.*红方认输/);
});

test('ignores an answer after another window changed the game', async () => {
  await open();
  await clickMove('a1b1');
  await action('红方', '认输').click();
  const other = JSON.parse(localStorage.getItem(KEYS.localGame)!);
  localStorage.setItem(KEYS.localGame, JSON.stringify({ ...other, id: 'other', version: 9 }));
  window.dispatchEvent(new StorageEvent('storage', { key: KEYS.localGame }));
  await agree('认输');
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  expect(page.getByRole('dialog', { name: '对局结果' }).elements()).toHaveLength(0);
});

test('opens the game in the analysis', async () => {
  await open();
  await clickMove('a1b1');
  await action('红方', '认输').click();
  await agree('认输');
  await page.getByRole('button', { name: '复盘' }).click();
  await expect.poll(() => place?.pathname).toBe('/analysis');
  expect(place?.state).toEqual({
    game: {
      record: '000124618',
      ruleSet: 'local-1:threefold+hundred-rounds',
      start: null,
      own: null,
      players: { red: { nickname: null }, blue: { nickname: null } },
    },
    review: true,
  });
});

describe('saving', () => {
  const save = () => page.getByRole('button', { name: '保存棋谱' });

  test('sends the game once, however often it is pressed', async () => {
    session.login({ access_token: 'mine', user: ME });
    const asked = answerCalls(SAVED);
    await open();
    await save().click();
    await expectToast('还没有走棋', 'warning');
    await clickMove('a1b1');
    await save().click();
    await expectToast('棋谱已保存', 'success');
    await expect.element(page.getByRole('button', { name: '已保存' })).toBeDisabled();
    const { id, version, startTime } = stored()!;
    expect(asked).toEqual([
      {
        call: 'POST /game-records/local',
        query: {},
        body: {
          moves: '000190618',
          winner: -1,
          endReason: 'NONE',
          aiType: null,
          aiLevel: null,
          id: `${id}-${version}`,
          ruleSet: 'local-1:threefold+hundred-rounds',
          moveTimes: [0],
          startTime,
        },
      },
    ]);
    await clickMove('a9b9');
    await expect.element(save()).toBeEnabled();
  });

  test("shows the server's refusal, or that a retry is possible", async () => {
    session.login({ access_token: 'mine', user: ME });
    const refused = (status: number, body: unknown) => () => Promise.resolve(Response.json(body, { status }));
    const answer = vi.spyOn(globalThis, 'fetch');
    await open();
    await clickMove('a1b1');
    answer.mockImplementation(refused(400, errorBody('RECORDS_FULL')));
    await save().click();
    await expectToast(ERRORS.RECORDS_FULL.message, 'warning');
    answer.mockImplementation(refused(404, errorBody('NOT_FOUND')));
    await save().click();
    await expectToast('保存失败，请重试', 'error');
    answer.mockRejectedValue(new TypeError('Failed to fetch'));
    await save().click();
    await expectToast('保存失败，请重试', 'error');
    expect(stored()?.moveTimes).toEqual([0]);
  });

  test('leads a visitor through the login, and then continues by itself', async () => {
    const asked = answerCalls(SAVED);
    const visit = await open();
    await clickMove('a1b1');
    await save().click();
    await expect.poll(() => session.store.getState().loginModalVisible).toBe(true);
    expect(asked.map(({ call }) => call)).toEqual(['HEAD /']);
    session.login({ access_token: 'mine', user: ME });
    const [path, { state }] = session.takeRedirect();
    await visit.unmount();
    const next = await open(path, state);
    await expectToast('棋谱已保存', 'success');
    expect(place).toMatchObject({ pathname: '/play/local', search: '', state: null });
    await next.unmount();
    await open(path, place.state);
    expect(asked.map(({ call }) => call)).toEqual(['HEAD /', 'POST /game-records/local']);
  });

  test('does not start from an address, nor for another game than the requested one', async () => {
    const asked = answerCalls(SAVED);
    session.login({ access_token: 'mine', user: ME });
    const visit = await open();
    await clickMove('a1b1');
    await visit.unmount();
    const link = await open('/play/local?save');
    await expect.element(save()).toBeEnabled();
    await link.unmount();
    await open('/play/local', marked({ action: 'save', of: 'another-1' }));
    await expect.poll(() => place.state).toBeNull();
    expect(asked).toEqual([]);
  });

  test.each([
    ['a visitor', null],
    ['a member', ME],
  ])('waits for the network, and shows it: %s', async (_, user) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    if (user) session.login({ access_token: 'mine', user });
    const asked = answerCalls(SAVED);
    await open();
    await clickMove('a1b1');
    await save().click();
    await expectToast('没有网络：棋局已存在本机，联网后再保存', 'warning');
    expect(asked).toEqual([]);
  });
});
