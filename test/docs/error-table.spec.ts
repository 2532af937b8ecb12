import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { clientCodes } from '../../server/contract/errors/client-codes.js';
import { errorCodes, type ErrorCode } from '../../server/contract/errors/codes.js';
import { en } from '../../server/contract/errors/en/index.js';
import { remedies as texts } from '../../server/contract/errors/en/remedies.js';
import { remedies } from '../../server/contract/errors/remedies/index.js';
import { REMEDIES, type Remedy } from '../../server/contract/errors/remedies/remedy.js';

/** The list of error codes follows from their declarations; `UPDATE_ERRORS=1` writes it anew. */
const PAGE = 'docs/errors.md';
const START = '<!-- error codes: written by test/docs/error-table.spec.ts -->\n';
const codes = Object.keys(errorCodes) as ErrorCode[];

/** A text as a cell of a table: parameters as code, which no link or element can be. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\{(\w+)\}/g, '`$1`');
}

/** The code, and that which clients get in its place. */
function nameOf(code: ErrorCode): string {
  const shown = clientCodes[code];
  return shown === undefined || shown === code ? `\`${code}\`` : `\`${shown}\` (\`${code}\`)`;
}

function section(remedy: Remedy): string {
  const { why, todo, admin } = texts[remedy];
  const rows = codes
    .filter((code) => remedies[code] === remedy)
    .map((code) => `| ${nameOf(code)} | ${errorCodes[code].status} | ${cell(en.errors[code])} |\n`)
    .join('');
  const actions = `${todo}${admin ? ` Administrators: ${admin}` : ''}`;
  return `\n## ${why.replace(/\.$/, '')}\n\n${actions}\n\n| Code | Status | Message |\n| --- | --- | --- |\n${rows}`;
}

test('the list of error codes in the documentation has every code with its reason and action', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const [before = ''] = page.split(START);
  const expected = await format(`${before}${START}${REMEDIES.map(section).join('')}`, { parser: 'markdown' });
  if (process.env.UPDATE_ERRORS) writeFileSync(PAGE, expected);
  expect(readFileSync(PAGE, 'utf8')).toBe(expected);
});
