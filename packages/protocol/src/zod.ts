import { z } from 'zod';

// By default zod tries to compile code from text, which the page's Content-Security-Policy forbids and reports. Servers
// may, and validate faster that way.
if ('document' in globalThis) z.config({ jitless: true });

export { z };
