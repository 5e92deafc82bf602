import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright';
import type { Photo } from './photos.ts';
import { MODES } from './sizes.ts';

function figure({ file, size, mode }: Photo): string {
  const width = Math.round(size.width * size.scale);
  return `<figure><figcaption>${size.name} ${mode}</figcaption><img src="${file}" width="${width}"></figure>`;
}

/** Splits the pictures by mode into a row of phones and a row of larger screens. */
function rowsOf(photos: readonly Photo[]): Photo[][] {
  const rows = MODES.flatMap((mode) =>
    [true, false].map((phone) => photos.filter((photo) => photo.mode === mode && photo.size.phone === phone)),
  );
  return rows.filter(({ length }) => length > 0);
}

function sheetHtml(screen: string, photos: readonly Photo[]): string {
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 16px; width: max-content; background: #808080; font: 16px sans-serif; color: #fff }
    h1 { margin: 0 0 8px; font-size: 24px }
    div { display: flex; gap: 12px; align-items: flex-start; margin-bottom: 16px }
    figure { margin: 0 } img { display: block }
  </style><h1>${screen}</h1>${rowsOf(photos)
    .map((row) => `<div>${row.map(figure).join('')}</div>`)
    .join('')}`;
}

/** Combines the pictures of one screen into `sheet-SCREEN.png`. */
export async function makeSheet(
  page: Page,
  folder: string,
  screen: string,
  photos: readonly Photo[],
): Promise<void> {
  const html = join(folder, `sheet-${screen}.html`);
  await writeFile(html, sheetHtml(screen, photos));
  await page.goto(pathToFileURL(html).href, { waitUntil: 'load' });
  await page.locator('body').screenshot({ path: join(folder, `sheet-${screen}.png`) });
  await rm(html);
}
