import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss from 'postcss';
import { expect, it } from 'vitest';
import { WEB } from './files.ts';
import { styles } from './styles.ts';

const processor = postcss([styles()]);

async function built(sheet: string): Promise<string> {
  return (await processor.process(sheet, { from: undefined })).css;
}

/** Returns the style sheet after the plugin, without white space. */
async function processed(sheet: string): Promise<string> {
  return (await built(sheet)).replace(/\s/g, '');
}

/** Returns the selectors with `:hover` outside of a media query for hovering devices. */
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

it('moves only the hover selectors of a rule into a media query for hovering devices', async () => {
  expect(await processed('.a[open], .a:hover { color: red }')).toBe(
    '.a[open]{color:red}@media(hover:hover){.a:hover{color:red}}',
  );
});

it('replaces names of primitives and window sizes', async () => {
  expect(await processed('@media (--phone) { .a { @apply row } }')).toBe(
    '@media(max-width:768px){.a{display:flex;align-items:center}}',
  );
});

it('asks for wider windows without `not`, which old Safaris do not know', async () => {
  expect(await processed('@media not (--phone) { .a { @apply row } }')).toContain(
    '@media(min-width:768.02px)',
  );
  expect(await processed('@media (--compact) and (not (--tablet)) { .a { @apply row } }')).toContain(
    '@media(max-width:1199px)and(min-width:1023.02px)',
  );
});

it('refuses a primitive that does not exist', async () => {
  await expect(processed('.a { @apply nothing }')).rejects.toThrow('There is no primitive nothing');
});

// Touch screens keep `:hover` on the last tapped element.
it('every style sheet styles hover only on devices that can hover', async () => {
  const files = globSync('src/**/*.css', { cwd: WEB });
  const found = await Promise.all(
    files.map(async (file) =>
      bareHovers(await built(readFileSync(join(WEB, file), 'utf8'))).map(
        (selector) => `${file}: ${selector}`,
      ),
    ),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(found.flat()).toEqual([]);
});

it('finds a hover selector outside of a media query', () => {
  const css =
    '.a:hover { top: 0 } @media (hover: hover) { .b:hover { top: 0 } } .c { color: red } .c:hover svg {}';
  expect(bareHovers(css)).toEqual(['.a:hover', '.c:hover svg']);
});

it('writes mixed colors and heights for browsers that lack them', async () => {
  const mix = (color: string) => `color-mix(in srgb, var(--${color}) 30%, transparent)`;
  expect(await processed(`.a { color: ${mix('soot')}; border-color: ${mix('jade')} }`)).toBe(
    '.a{color:rgba(43,33,25,0.3);border-color:rgba(var(--jade-rgb),0.3)}',
  );
  expect(await processed(':root { --jade: #2f7a6d; --soot: #2b2119; --dvh: 100dvh }')).toBe(
    ':root{--jade:#2f7a6d;--jade-rgb:47,122,109;--soot:#2b2119;--dvh:100dvh}',
  );
  expect(await processed('.a { height: min(60dvh, 4px); top: calc(100svh - 4px) }')).toBe(
    '.a{height:min(calc(0.6*var(--dvh)),4px);top:calc(var(--svh)-4px)}',
  );
  await expect(processed('.a { color: color-mix(in srgb, red, blue) }')).rejects.toThrow('transparency');
  await expect(processed(`.a { color: ${mix('nothing')} }`)).rejects.toThrow('no color nothing');
});
