import type { TFunction } from 'i18next';
import type { ReceiptLine } from '#contract/resources/logs/receipt';

const NAMES = [
  'input',
  'characters',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'output',
  'reasoning',
  'audio_input',
  'audio_cache_read',
  'audio_output',
  'image_input',
  'image_output',
  'speakers',
  'keyterms',
  'redaction',
  'prompt',
  'profanity_filter',
  'call',
] as const;
type KnownName = (typeof NAMES)[number];

/** Translated name of a receipt line. Tools of providers and steps keep their own names. */
export function lineName(line: ReceiptLine, lines: readonly ReceiptLine[], t: TFunction): string {
  if (line.kind === 'tool' || line.kind === 'step') return line.name;
  const knownName = NAMES.find((name) => name === line.name);
  return knownName ? t(`bill.line.${preciseName(knownName, lines)}`) : line.name;
}

/** Plain tokens are called text where there is audio, too; the lifetime of cache writes is named where there are two. */
function preciseName(name: KnownName, lines: readonly ReceiptLine[]) {
  const has = (prefix: string) =>
    lines.some((line) => line.kind === 'tokens' && line.name.startsWith(prefix));
  if (name === 'input') return has('audio_') ? 'text_input' : name;
  if (name === 'output') return has('audio_') ? 'text_output' : name;
  if (name === 'cache_write_5m') return has('cache_write_1h') ? name : 'cache_write';
  return name;
}

const RATIOS = ['seconds', 'size', 'mode', 'audio', 'samples', 'tier', 'resolution'] as const;

/** Translated name of a factor of a task's price. Factors of later releases keep their own names. */
export function ratioName(name: string, t: TFunction): string {
  const knownName = RATIOS.find((each) => each === name);
  return knownName ? t(`bill.taskRatio.${knownName}`) : name;
}
