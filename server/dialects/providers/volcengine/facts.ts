import { count, record } from '../../json/lenient.js';
import type { DeclaredFacts } from '../../kit/facts/declared-facts.js';
import { qualified } from '../../kit/openai/chat-answer/reported-tools.js';

const ERRORS = 'https://www.volcengine.com/docs/82379/1299023';

/** Of Ark. */
export const arkFacts: DeclaredFacts = {
  tooLong: [
    {
      messages: /exceed max message tokens|input length \d+ exceeds the maximum length/i,
      passedOn: true,
      source: ERRORS,
    },
  ],
  usage: [
    {
      // Searches by source (`toutiao`), of which each is billed, or the calls of the tool if there are no details.
      callReader: {
        paths: ['tool_usage.web_search', 'tool_usage_details.web_search.*'],
        read: function* ({ tool_usage: usage, tool_usage_details: details }) {
          const sources = Object.entries(record(record(details).web_search)).filter(([, value]) =>
            count(value),
          );
          for (const [source, value] of sources) yield [qualified('ark_search', source), value];
          if (sources.length === 0) yield ['ark_search', record(usage).web_search];
        },
      },
      countsAllCalls: ['tool_usage'],
      source: 'https://www.volcengine.com/docs/82379/1338550',
    },
    // Plugins of bots, see `index.ts`.
    {
      calls: { 'bot_actions.content_plugin': 'ark_search' },
      source: 'https://www.volcengine.com/docs/82379/1285207',
    },
    { media: { images: ['generated_images'] }, source: 'https://www.volcengine.com/docs/82379/1541523' },
  ],
  failures: [{ codes: ['AccountOverdueError'], means: { disables: true }, source: ERRORS }],
};
