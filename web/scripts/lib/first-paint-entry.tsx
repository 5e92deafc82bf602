import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { HomeSkeleton } from '../../src/features/home/HomeSkeleton.tsx';

/** Returns the markup of home before the session is loaded. */
export function homeMarkup(): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <HomeSkeleton />
    </MemoryRouter>,
  );
}
