import { z } from 'zod';

/** What is left to do until a request is answered, by facts of the caller's own account. */
export const onboardingResponse = z
  .strictObject({
    done: z.boolean().describe('Whether all facts that the caller sees hold.'),
    channel: z
      .boolean()
      .nullable()
      .describe(
        'Whether an enabled channel passed its last test, or has answered requests; null: only administrators see it.',
      ),
    token_id: z
      .int()
      .nullable()
      .describe(
        'The newest API token of the caller that is enabled and has not expired; null: there is none.',
      ),
    request: z.boolean().describe('Whether a request of the caller was answered.'),
  })
  .meta({ id: 'Onboarding' });
export type OnboardingResponse = z.infer<typeof onboardingResponse>;
