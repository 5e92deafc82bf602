import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { HomeSkeleton } from '../../src/features/home/HomeSkeleton.tsx';
import { TableFallback } from '../../src/shared/table/TableFallback.tsx';

/**
 * Without React's preloads, which would ask for the pictures of the default theme, and without an attribute of the
 * router.
 */
function markupOf(page: ReactNode): string {
  return renderToStaticMarkup(<MemoryRouter>{page}</MemoryRouter>).replaceAll(
    /<link [^>]*>| data-discover="true"/g,
    '',
  );
}

/** Markup of pages before the session is loaded, by the name of the page. */
export const MARKUP = {
  home: markupOf(<HomeSkeleton />),
  room: markupOf(<TableFallback />),
  lesson: markupOf(<TableFallback isFromHome isWaiting />),
  puzzle: markupOf(<TableFallback isFromHome />),
};
