import fc from 'fast-check';
import { ApiError } from '../../../server/contract/errors/api-error.js';
import type { CanonicalChat } from '../../../server/dialects/canonical/chat.js';
import { protocols } from '../../../server/dialects/protocols/registry.js';
import { checkedTargets, passedTargets, violationsIn, type CheckedTarget } from './checked-targets.js';
import { clients } from './client-requests.js';
import { conversations } from './conversations.js';
import { chatClient } from './openai-clients.js';

/** Codes of what a provider cannot express. */
const REFUSALS: ReadonlySet<string> = new Set(['unsupported_parameter', 'convert_request_failed']);
/** Conversations of each protocol; each is translated for every provider. */
const RUNS = 12;

/**
 * Valid in, valid out: a conversation that is valid in its protocol, as that protocol's own provider documents it, is valid for
 * every provider after translation, as that provider documents it.
 */
describe.each(clients)('conversations of $protocol', ({ protocol, limits, write }) => {
  test('are valid for every provider', () => {
    fc.assert(
      fc.property(conversations(limits), (conversation) => {
        const { path, body } = write(conversation, 'm');
        const chat = protocols[protocol].parse(Buffer.from(JSON.stringify(body)), path);
        expect(chat.nativeOnly).toBeUndefined();
        const found = checkedTargets.flatMap((target) => foundAt(chat, target));
        expect(found).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});

/** What a provider cannot express is refused by name, which is no violation. */
function foundAt(chat: CanonicalChat, target: CheckedTarget): string[] {
  try {
    return violationsIn(chat, target).map((violation) => `${target.name}: ${violation}`);
  } catch (error) {
    if (error instanceof ApiError && REFUSALS.has(error.code)) return [];
    throw error;
  }
}

/** Roles and their order in bodies that pass, where the provider documents other rules than OpenAI. */
test("OpenAI clients' own messages are valid where they pass", () => {
  fc.assert(
    fc.property(conversations(chatClient.limits), (conversation) => {
      // Whether a model accepts an effort is the client's business.
      const { body } = chatClient.write({ ...conversation, thinking: undefined }, 'm');
      const bytes = Buffer.from(JSON.stringify(body));
      const found = passedTargets.flatMap(({ name, native, target, violations }) => {
        const change = { model: target.model, stream: false, includeUsage: false, passThrough: false };
        return violations(native.request(bytes, change, target)).map((violation) => `${name}: ${violation}`);
      });
      expect(found).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});
