import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { startMessages } from '../../server/core/commands/cannot-start.js';
import { addressMessages } from '../../server/core/connections/address-messages.js';
import type { Message } from '../../server/core/connections/message.js';
import { postgresMessages } from '../../server/core/connections/postgres-messages.js';
import { redisMessages } from '../../server/core/connections/redis-messages.js';
import { outboundMessages } from '../../server/core/egress/tls-warnings.js';

/** The tables of messages in docs/operations.md follow from the declarations; `UPDATE_MESSAGES=1` writes them anew. */
const PAGE = 'docs/operations.md';
const START = '<!-- messages: written by test/docs/message-table.spec.ts -->\n';
const END = '<!-- end of messages -->\n';

const GROUPS: readonly [string, Readonly<Record<string, Message>>][] = [
  ['DATABASE_URL and REDIS_URL before a connection', addressMessages],
  ['DATABASE_URL', postgresMessages],
  ['REDIS_URL', redisMessages],
  ['Other variables', startMessages],
  ['Providers and other outbound calls', outboundMessages],
];

function table([title, messages]: (typeof GROUPS)[number]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\{(\w+)\}/g, '`$1`');
  const rows = [
    ['Message', 'Cause', 'Remedy'],
    ['---', '---', '---'],
    ...Object.values(messages).map(({ problem, cause, remedy }) => [problem, cause, remedy].map(cell)),
  ];
  return `\n### ${title}\n\n${rows.map((row) => `| ${row.join(' | ')} |\n`).join('')}`;
}

test('the tables of messages in the documentation follow from the declarations', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split(START);
  const [, after = ''] = rest.split(END);
  const expected = await format(`${before}${START}${GROUPS.map(table).join('')}\n${END}${after}`, {
    parser: 'markdown',
  });
  if (process.env.UPDATE_MESSAGES) writeFileSync(PAGE, expected);
  expect(readFileSync(PAGE, 'utf8')).toBe(expected);
});

/** Where the other messages are. */
const SOURCES = [
  'server/start-checks.ts',
  'server/core/secret-checks.repository.ts',
  'server/core/redis/requirements.ts',
];

test('the documentation names what else stops a start', () => {
  const page = readFileSync(PAGE, 'utf8');
  const source = SOURCES.map((file) => readFileSync(file, 'utf8')).join('');
  for (const beginning of [
    'the database lacks',
    'TOLLGATE_SECRET is not the one this database was written with',
    'the secret is being rotated, and this process lacks one',
    'Redis (REDIS_URL) evicts keys',
    'the super administrator has the default password',
  ])
    expect([beginning, page.includes(beginning), source.includes(beginning)]).toEqual([
      beginning,
      true,
      true,
    ]);
});
