import { z } from 'zod';

/** Reply of a command that has nothing to say but that it was done. */
export const done = z.object({ success: z.literal(true) });
