import { isOptionKey, type OptionKey } from '../../contract/options/index.js';
import type { OptionTexts } from '../option-texts.js';
import { text } from '../sources/column-values.js';
import type { ExportSetting } from './export-rows.js';

const PAGE = 10_000;
/** Options that decide what requests cost and who may call what: written even if the old database has none. */
const TABLES: readonly OptionKey[] = [
  'ModelRatio',
  'ModelPrice',
  'CompletionRatio',
  'CacheRatio',
  'GroupRatio',
  'UserUsableGroups',
  'QuotaPerUnit',
];

/** Writes the options that are set here and differ there, secrets in clear text. @returns their number */
export async function exportOptions({ source, script }: ExportSetting, texts: OptionTexts): Promise<number> {
  const rows = await source.page('options', { key: 'key', after: undefined, limit: PAGE });
  const old = new Map(rows.map((row) => [text(row, 'key'), text(row, 'value')]));
  let changed = 0;
  for (const key of new Set([...old.keys(), ...TABLES])) {
    if (!isOptionKey(key) || !texts.isSet(key) || texts.text(key) === old.get(key)) continue;
    if (old.has(key)) script.update('options', { key }, { value: texts.text(key) });
    else script.insert('options', { key, value: texts.text(key) });
    changed++;
  }
  return changed;
}
