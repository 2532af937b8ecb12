import { withText } from './instructed.js';

const part = { type: 'text', text: 'Be brief.' };

/** A system message of Chat Completions, `system` of Messages. */
test.each<[string, unknown, unknown]>([
  ['a text', 'Answer in French.', 'Be brief.\nAnswer in French.'],
  ['an empty text', '', 'Be brief.'],
  ['nothing', undefined, 'Be brief.'],
  ['null', null, 'Be brief.'],
  ['a number', 7, 'Be brief.'],
  [
    'a list of parts',
    [{ type: 'text', text: 'Answer in French.' }],
    [part, { type: 'text', text: 'Answer in French.' }],
  ],
  ['an empty list', [], 'Be brief.'],
])('the prompt of the channel stands before the instructions of the client: %s', (_case, own, expected) => {
  expect(withText('Be brief.', own, part)).toEqual(expected);
});
