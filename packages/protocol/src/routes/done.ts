import { z } from '../zod.ts';

/** Reply of a command without data. */
export const done = z.object({ success: z.literal(true) });
