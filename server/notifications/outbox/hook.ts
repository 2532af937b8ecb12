import { z } from 'zod';

/** The type of outbox messages that are hooks. */
export const HOOK_TYPE = 'hook';

/** A POST as it is sent: signed by the process that added it. */
const hook = z.strictObject({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type Hook = z.infer<typeof hook>;

/** The content of an outbox message. `after`: attempts of the row that earlier calls with its key have used up. */
export const hookMessage = z.strictObject({ hook, after: z.int() });
