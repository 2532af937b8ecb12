import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { SCOPED_ROUTES, TOKEN_SCOPES } from '../../server/contract/token-scopes.js';

/** The table of scopes in docs/api.md follows from the table by which routes are registered; `UPDATE_SCOPES=1` writes it anew. */
const PAGE = 'docs/api.md';
const START = '<!-- scopes: written by test/docs/scopes-table.spec.ts -->\n';
const END = '<!-- end of scopes -->\n';

/** A route as clients call it: parameters in braces. */
function called(route: string): string {
  const [method = '', path = ''] = route.split(' ');
  const shown = path
    .replace(/models\/\*(?=:)/i, (part) => part.replace('*', '{model}'))
    .replace(/\/:(\w+)/g, '/{$1}');
  return `\`${method === 'ANY' ? shown : `${method} ${shown}`}\``;
}

test('the table of scopes in the documentation follows from the routes', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split(START);
  const [, after = ''] = rest.split(END);
  const rows = TOKEN_SCOPES.map(
    (scope) => `| \`${scope}\` | ${SCOPED_ROUTES[scope].map(called).join(', ')} |\n`,
  );
  const table = `\n| Scope | Routes |\n| --- | --- |\n${rows.join('')}\n`;
  const expected = await format(`${before}${START}${table}${END}${after}`, { parser: 'markdown' });
  if (process.env.UPDATE_SCOPES) writeFileSync(PAGE, expected);
  expect(readFileSync(PAGE, 'utf8')).toBe(expected);
});
