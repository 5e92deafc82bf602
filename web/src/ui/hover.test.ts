import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');

/** The selectors with `:hover` of a style sheet that no media query keeps from touch screens. */
function bareHovers(css: string): string[] {
  const found: string[] = [];
  const around: string[] = [];
  for (const [, prelude = '', end] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    if (end === '}') around.pop();
    if (end !== '{') continue;
    if (prelude.includes(':hover') && !around.some((one) => one.includes('(hover: hover)'))) {
      found.push(prelude.trim());
    }
    around.push(prelude);
  }
  return found;
}

// A touch screen keeps `:hover` on what was tapped last.
it('styles hover only on devices that can hover', () => {
  const files = globSync('**/*.css', { cwd: SRC });
  const found = files.flatMap((file) =>
    bareHovers(readFileSync(join(SRC, file), 'utf8')).map((selector) => `${file}: ${selector}`),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(found).toEqual([]);
});

it('finds a bare hover', () => {
  const css =
    '.a:hover { top: 0 } @media (hover: hover) { .b:hover { top: 0 } } .c { color: red } .c:hover svg {}';
  expect(bareHovers(css)).toEqual(['.a:hover', '.c:hover svg']);
});
