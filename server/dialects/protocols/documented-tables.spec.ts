import { readFileSync } from 'node:fs';
import { BLOCKS } from './anthropic-messages/block-table.js';
import { PARTS } from './gemini/part-table.js';
import { ITEMS } from './openai-responses/item-table.js';

test('the tables are documented as they are', () => {
  const page = readFileSync('server/dialects/protocols/README.md', 'utf8');
  const documented = [...page.matchAll(/^\| `(\w+)` +\| ([\w-]+) +\|$/gm)].map(([, type, handling]) => [
    type,
    handling,
  ]);
  expect(documented).toEqual([BLOCKS, ITEMS, PARTS].flatMap((table) => Object.entries(table)));
});
