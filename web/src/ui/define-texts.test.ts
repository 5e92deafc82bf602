import { expect, it } from 'vitest';
import { defineTexts } from './define-texts.ts';

const t = defineTexts({ plain: '悔棋', bar: { waits: '{{name}} 等了 {{count}} 秒，{{name}}' } });

it('finds a text by its path, and puts the values in as they are', () => {
  expect(t('plain')).toBe('悔棋');
  expect(t('bar.waits', { name: '$& {{count}}', count: 3 })).toBe('$& {{count}} 等了 3 秒，$& {{count}}');
});

it('returns a path that only a newer server knows', () => {
  // @ts-expect-error The path is not one of these texts.
  expect(t('bar.later')).toBe('bar.later');
});
