import type { DeclaredFacts } from '../facts/declared-facts.js';

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
    { media: { images: ['generated_images'] }, source: 'https://www.volcengine.com/docs/82379/1541523' },
  ],
  failures: [{ codes: ['AccountOverdueError'], means: { disables: true }, source: ERRORS }],
};
