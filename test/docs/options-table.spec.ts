import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { type OptionDeclaration, tabTitles } from '../../server/contract/options/declaration.js';
import { cards, defaultText } from '../../server/contract/options/index.js';
import { unlistedOptions } from '../../server/contract/options/unlisted.js';

/** The table of options in docs/configuration.md follows from the declarations; `UPDATE_OPTIONS=1` writes it anew. */
const PAGE = 'docs/configuration.md';
const START = '<!-- options: written by test/docs/options-table.spec.ts -->\n';
const END = '<!-- end of options -->\n';
/** Longer defaults are JSON tables and lists, which the console shows. */
const MAX_DEFAULT = 40;

function kindOf(option: OptionDeclaration): string {
  switch (option.kind) {
    case 'integer':
    case 'number': {
      const { min, max, above, unit } = option;
      const limits = [
        above !== undefined && `> ${above}`,
        min !== undefined && max === undefined && `≥ ${min}`,
        max !== undefined && `${min} to ${max}`,
      ].filter(Boolean);
      return [option.kind, ...limits].join(' ') + (unit ? `, ${unit}` : '');
    }
    case 'choice':
      return option.choices.map(({ value }) => `\`${value}\``).join(', ');
    case 'json':
      return `JSON: ${option.shape}`;
    default:
      return option.kind;
  }
}

function defaultOf(option: OptionDeclaration): string {
  const text = defaultText(option);
  if (option.kind === 'json' && option.default === undefined) return 'built in';
  if (text === '') return '–';
  return text.length > MAX_DEFAULT || text.includes('\n') ? 'see the console' : `\`${text}\``;
}

function meaningOf({ label, hint, root, storedOnly }: OptionDeclaration): string {
  return [
    `${label.en}.`.replace(/([.?!])\.$/, '$1'),
    hint?.en,
    root && 'Super administrators only.',
    storedOnly && 'Stored without effect.',
  ]
    .filter(Boolean)
    .join(' ')
    .replaceAll('|', '\\|');
}

function table(title: string, options: Readonly<Record<string, OptionDeclaration>>): string {
  const rows = [
    ['Option', 'Kind', 'Default', 'Meaning'],
    ['---', '---', '---', '---'],
    ...Object.entries(options).map(([key, option]) => [
      `\`${key}\``,
      kindOf(option),
      defaultOf(option),
      meaningOf(option),
    ]),
  ];
  return `\n### ${title}\n\n${rows.map((row) => `| ${row.join(' | ')} |\n`).join('')}`;
}

test('the table of options in the documentation follows from the declarations', async () => {
  const page = readFileSync(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split(START);
  const [, after = ''] = rest.split(END);
  const tables = cards.map(({ tab, title, options }) => table(`${tabTitles[tab].en}: ${title.en}`, options));
  const expected = await format(
    `${before}${START}${tables.join('')}${table('Without a field', unlistedOptions)}\n${END}${after}`,
    { parser: 'markdown' },
  );
  if (process.env.UPDATE_OPTIONS) writeFileSync(PAGE, expected);
  expect(readFileSync(PAGE, 'utf8')).toBe(expected);
});
