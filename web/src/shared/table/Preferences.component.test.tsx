import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { setRanksShown } from '../../client/rank-setting.ts';
import { storage } from '../../client/storage.ts';
import Preferences from './Preferences.tsx';
import { setSound, setVolume } from './settings.ts';
import { MuteButton } from './TableSettings.tsx';

beforeEach(() => {
  setVolume(50);
  setSound(true);
  setRanksShown(false);
});

function show() {
  return render(
    <>
      <MuteButton />
      <Preferences />
    </>,
  );
}
function soundSwitch() {
  return page.getByRole('switch', { name: '音效' });
}
function volume() {
  return page.getByRole('slider', { name: '音量' });
}

describe('sound', () => {
  test('is muted and unmuted by one press, which the switch shows', async () => {
    await show();
    await page.getByRole('button', { name: '静音' }).click();
    await expect.element(soundSwitch()).toHaveAttribute('aria-checked', 'false');
    expect(storage.getItem('sound')).toBe('off');
    await page.getByRole('button', { name: '打开声音' }).click();
    await expect.element(soundSwitch()).toHaveAttribute('aria-checked', 'true');
  });

  test('changes its volume with keys and stores it', async () => {
    await show();
    (volume().element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(volume()).toHaveValue('45');
    expect(storage.getItem('volume')).toBe('45');
    await userEvent.keyboard('{End}');
    await expect.element(volume()).toHaveValue('100');
  });

  test('is on again when the user raises the volume', async () => {
    setSound(false);
    await show();
    (volume().element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(soundSwitch()).toHaveAttribute('aria-checked', 'true');
  });
});

test('stores the setting for ranks on the pieces', async () => {
  await show();
  await page.getByRole('switch', { name: '在棋子上显示等级 1–8' }).click();
  expect(storage.getItem('pieceRanks')).toBe('on');
});
