import { dumpLines } from './dump-lines.js';
import { readDump, type DumpPart } from './read-dump.js';

/** @param size bytes of a chunk, as a file or pipe may deliver them */
async function read(text: string, size = 7): Promise<DumpPart[]> {
  const bytes = Buffer.from(text);
  const chunks = async function* () {
    for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
  };
  const parts: DumpPart[] = [];
  for await (const part of readDump(dumpLines(chunks()))) parts.push(part);
  return parts;
}

test('COPY of pg_dump: escapes, NULL, names without their schema', async () => {
  const text = [
    '-- PostgreSQL database dump',
    'CREATE TABLE public.users (',
    '    id bigint NOT NULL,',
    '    key text,',
    '    "group" character varying(64) DEFAULT \'a;b\'::character varying',
    ');',
    'COPY public.users (id, key, "group") FROM stdin;',
    '1\t\\N\t组\\tx\\\\y\\nz; -- text',
    '2\t\t\u2028',
    '\\.',
    "SELECT pg_catalog.setval('public.users_id_seq', 2, true);",
    '',
  ].join('\n');
  expect(await read(text)).toEqual([
    { table: 'users', columns: ['id', 'key', 'group'], rows: [] },
    {
      table: 'users',
      columns: ['id', 'key', 'group'],
      rows: [
        ['1', null, '组\tx\\y\nz; -- text'],
        ['2', '', '\u2028'],
      ],
    },
  ]);
});

test('INSERT of mysqldump: columns of the table, escapes, numbers, bytes, several rows', async () => {
  const text = [
    '-- MariaDB dump 10.19',
    '/*!40101 SET NAMES utf8mb4 */;',
    'CREATE TABLE `tokens` (',
    '  `id` bigint(20) NOT NULL AUTO_INCREMENT,',
    '  `key` char(48) DEFAULT NULL,',
    '  `data` json DEFAULT NULL,',
    '  PRIMARY KEY (`id`),',
    '  UNIQUE KEY `idx` (`key`)',
    ') ENGINE=InnoDB;',
    "INSERT INTO `tokens` VALUES (1,'a\\'b\\\\;',NULL),(-2.5,'it''s',_binary '{\\\"a\\\":1}'),",
    "(3,0x6162,X'c3a9');",
  ].join('\r\n');
  const [created, inserted] = await read(text);
  expect(created).toEqual({ table: 'tokens', columns: ['id', 'key', 'data'], rows: [] });
  expect(inserted?.rows).toEqual([
    ['1', "a'b\\;", null],
    ['-2.5', "it's", '{"a":1}'],
    ['3', 'ab', 'é'],
  ]);
});

test('INSERT of pg_dump: backslashes are no escapes, and a text may have several lines', async () => {
  const text = `CREATE TABLE public.options (\n    key text,\n    value text\n);\nINSERT INTO public.options VALUES ('a', 'x\\y;\n''z''');\n`;
  expect((await read(text))[1]).toEqual({
    table: 'options',
    columns: ['key', 'value'],
    rows: [['a', "x\\y;\n'z'"]],
  });
});

test.each([
  ['a dump that was cut off', "INSERT INTO `users` (`id`) VALUES (1,'", 'ends in the middle'],
  ['COPY that was cut off', 'COPY public.users (id) FROM stdin;\n1\n', 'ends in the middle'],
  ['rows without columns', 'INSERT INTO users VALUES (1);', 'not its columns'],
  ['an expression', "INSERT INTO users (id) VALUES (replace('a','b','c'));", 'only its database can read'],
])('%s is refused', async (_case, text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});
