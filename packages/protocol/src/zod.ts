import { z } from 'zod';

// By default zod tries whether it may make code from text, which the page's Content-Security-Policy forbids and reports.
// Servers may, and check faster that way.
if ('document' in globalThis) z.config({ jitless: true });

/** For every schema that browsers hold, too. */
export { z };
