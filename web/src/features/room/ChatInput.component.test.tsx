import { CHAT_LENGTH, CHAT_PHRASES } from '@doushouqi/protocol';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { letterOf } from '../../../test/letters.ts';
import { Providers } from '../../../test/Providers.tsx';
import { ME } from '../../../test/users.ts';
import { letterStore, NO_LETTERS } from '../../client/sanctions.ts';
import { session } from '../../client/session.ts';
import { ChatInput } from './Chat.tsx';

async function show(say: (content: string) => Promise<void>) {
  const said: string[] = [];
  const record = (content: string): Promise<void> => {
    said.push(content);
    return say(content);
  };
  await render(<ChatInput say={record} />, { wrapper: Providers });
  return { said, input: page.getByPlaceholder('说点什么…') };
}

test('sends the trimmed text and clears the input', async () => {
  const { said, input } = await show(async () => {});
  await input.fill('  好棋！ ');
  await userEvent.keyboard('{Enter}');
  await expect.element(input).toHaveValue('');
  expect(said).toEqual(['好棋！']);
});

test('sends a ready-made phrase on one press', async () => {
  const { said } = await show(async () => {});
  await page.getByRole('button', { name: '请多指教' }).click();
  expect(said).toEqual(['请多指教']);
});

test.each([320, 390, 1440])('a guest reaches every phrase, %s px wide', async (width) => {
  await page.viewport(width, 844);
  session.login({ access_token: 'guest', user: { ...ME, isGuest: true } });
  await render(<ChatInput say={async () => {}} bare />);
  const list = page.getByRole('list', { name: '常用语' }).element();
  const buttons = page.getByRole('button').elements();
  expect(buttons.map(({ textContent }) => textContent)).toEqual(Object.values(CHAT_PHRASES));
  const bottom = list.getBoundingClientRect().bottom;
  for (const button of buttons) expect(button.getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom);
  session.logout();
});

test('keeps the text of a message that could not be sent', async () => {
  const { said, input } = await show(() => Promise.reject(new Error('away')));
  await input.fill('稍等');
  await page.getByRole('button', { name: '发送' }).click();
  await expect.poll(() => said).toEqual(['稍等']);
  await expect.element(input).toHaveValue('稍等');
});

test('limits the input to the length of a chat message', async () => {
  const { input } = await show(async () => {});
  await expect.element(input).toHaveAttribute('maxlength', `${CHAT_LENGTH}`);
});

test('a muted player reads until when and why in place of the input, and still sends phrases', async () => {
  const { said, input } = await show(async () => {});
  await input.fill('没写完的话');
  letterStore.setState({ letters: [letterOf({}, Date.now())], now: Date.now() });
  const why = page.getByRole('note').getByRole('link', { name: '为什么' });
  await expect.element(why).toHaveAttribute('href', `/letters/${'f'.repeat(24)}`);
  await expect.element(page.getByRole('note').getByText(/^禁言到/)).toBeVisible();
  await expect.element(input).not.toBeInTheDocument();
  await page.getByRole('button', { name: '请多指教' }).click();
  expect(said).toEqual(['请多指教']);
  letterStore.setState(NO_LETTERS);
  await expect.element(input).toHaveValue('没写完的话');
});
