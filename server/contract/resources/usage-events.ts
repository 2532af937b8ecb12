import { z } from 'zod';

const refusedEvent = z.strictObject({
  id: z.string().describe('Request id and kind of the ledger entry.'),
  error: z.string().describe('How the receiver answered.'),
  refused_at: z.int().describe('Unix seconds.'),
  sending: z.boolean().describe('Whether it is about to be sent again.'),
});

export const usageEventsResponse = z
  .strictObject({
    enabled: z.boolean().describe('Whether a receiver is set up.'),
    position: z.int().describe('Id of the last ledger entry that was delivered or refused.'),
    delivered: z.int().describe('Events delivered so far.'),
    delivered_at: z.int().describe('Unix seconds; 0 = never.'),
    waiting_seconds: z
      .int()
      .describe('Age of the oldest charge or refund that is not delivered; 0 = none waits.'),
    failures: z.int().describe('Failed calls in a row.'),
    failed_at: z.int().describe('Unix seconds; 0 = never.'),
    last_error: z.string().describe("How the last call failed; '' after a successful one."),
    due_at: z
      .int()
      .describe(
        'When the next call is due after a failure, Unix seconds; 0 = as soon as there is something to send.',
      ),
    refused: z.int().describe('Events that the receiver refused, and that are kept.'),
    refused_events: z.array(refusedEvent).describe('The latest of them, at most 50.'),
  })
  .meta({ id: 'UsageEvents' });
export type UsageEventsResponse = z.infer<typeof usageEventsResponse>;
