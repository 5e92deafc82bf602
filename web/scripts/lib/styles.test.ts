import postcss from 'postcss';
import { expect, it } from 'vitest';
import { styles } from './styles.ts';

/** The sheet after the plugin, without white space. */
async function processed(sheet: string): Promise<string> {
  const { css } = await postcss([styles()]).process(sheet, { from: undefined });
  return css.replace(/\s/g, '');
}

it('keeps only the hover selectors of a rule from touch screens', async () => {
  expect(await processed('.a[open], .a:hover { color: red }')).toBe(
    '.a[open]{color:red}@media(hover:hover){.a:hover{color:red}}',
  );
});

it('replaces names of primitives and windows', async () => {
  expect(await processed('@media (--phone) { .a { @apply row } }')).toBe(
    '@media(max-width:768px){.a{display:flex;align-items:center}}',
  );
});

it('refuses a primitive that does not exist', async () => {
  await expect(processed('.a { @apply nothing }')).rejects.toThrow('There is no primitive nothing');
});
