import type { RatedGame } from '@doushouqi/protocol';
import { RED } from '@doushouqi/room-client/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { ratedGameOf, ratingsOf, userRatingOf } from '../../../test/ratings.ts';
import { answerBy } from '../../../test/server.ts';
import RatingResult from './RatingResult.tsx';

/** `moving`: animations are allowed. `answers`: the service's recent games, one list per request. */
async function show(moving: boolean, ...answers: RatedGame[][]) {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query.includes('reduce') ? !moving : false }) as MediaQueryList,
  );
  let asked = 0;
  answerBy(({ call }) => {
    if (call === `GET /ratings/${RED}`) return ratingsOf(userRatingOf(1624));
    if (call !== `GET /ratings/${RED}/games`) return undefined;
    return { games: answers[Math.min(asked++, answers.length - 1)] };
  });
  const gameId = answers.at(-1)![0]!.gameId;
  await render(
    <Providers>
      <RatingResult userId={RED} gameId={gameId} ratingClass="fast" />
    </Providers>,
  );
}

function panel() {
  return page.getByRole('region', { name: '等级分' });
}
function said() {
  return panel().getByRole('status');
}

afterEach(() => vi.restoreAllMocks());

test('waits until the game is rated, and shows the change', async () => {
  await show(false, [], [ratedGameOf(101)]);
  await expect.element(page.getByText('正在计算等级分')).toBeInTheDocument();
  await expect.element(said()).toHaveTextContent('豹二阶 1612 到 1624，+12');
  await expect.element(panel().getByText('还差 16 分升豹三阶')).toBeInTheDocument();
});

/** All numbers that the large label shows from now on. */
function numbersShown(): number[] {
  const shown: number[] = [];
  new MutationObserver(() => {
    const text = document.querySelector('section [data-way]')?.previousElementSibling?.textContent;
    if (text) shown.push(Number(text));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  return shown;
}

test('counts to the new rating in whole numbers in one direction', async () => {
  const shown = numbersShown();
  await show(true, [ratedGameOf(102, { before: 1500, after: 1620 })]);
  await expect.poll(() => shown.at(-1)).toBe(1620);
  expect(shown).toEqual(shown.filter(Number.isInteger).toSorted((a, b) => a - b));
  expect(shown[0]).toBeGreaterThanOrEqual(1500);
});

test('shows a new level, and celebrates it once', async () => {
  const risen = ratedGameOf(103, { before: 1632, after: 1644 });
  await show(true, [risen]);
  await expect.element(said()).toHaveTextContent('升为豹三阶 1632 到 1644，+12');
  expect(panel().element().dataset).toMatchObject({ rise: 'true', first: 'true' });
  expect(panel().element().querySelectorAll('svg path').length).toBe(16);
  await show(true, [risen]);
  await expect.poll(() => panel().elements().at(-1)?.dataset.first).toBe('false');
});

test('shows a lost level in text only', async () => {
  await show(false, [ratedGameOf(104, { result: 'loss', before: 1644, after: 1632 })]);
  await expect.element(said()).toHaveTextContent('降为豹二阶 1644 到 1632，−12');
  expect(panel().element().dataset.rise).toBe('false');
  expect(panel().element().querySelector('svg')).toBeNull();
});
