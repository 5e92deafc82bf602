import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { HomeSkeleton } from '../../src/features/home/HomeSkeleton.tsx';

/** The markup of home as it is before anything is known of who looks at it. */
export function homeMarkup(): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <HomeSkeleton />
    </MemoryRouter>,
  );
}
