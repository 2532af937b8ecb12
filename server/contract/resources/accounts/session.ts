import { z } from 'zod';

/** A signed-in device of the user. */
export const sessionResponse = z
  .strictObject({
    id: z.string(),
    /** Address of the last request. */
    address: z.string(),
    user_agent: z.string(),
    /** Unix seconds, like `last_seen`. */
    first_seen: z.int(),
    last_seen: z.int(),
    /** Unix seconds: when it ends without another request. */
    ends_at: z.int(),
    /** True for the session of this request. */
    current: z.boolean(),
  })
  .meta({ id: 'Session' });
export type SessionResponse = z.infer<typeof sessionResponse>;

/** Path parameter. */
export const sessionId = z.string().regex(/^[\w-]{1,40}$/, 'session_not_found');
