import { record } from '../../json/lenient.js';
import { scanObject } from '../../json/scan.js';
import { splice } from '../../json/splice.js';

const CONFIGS = ['generationConfig', 'generation_config'] as const;
const LIMITS = ['maxOutputTokens', 'max_output_tokens'] as const;

/** The limit is part of the generation config, which is rewritten only when the limit has to change. */
export function limitOutput(body: Buffer, limit: number): Buffer {
  const object = scanObject(body);
  const name = CONFIGS.find((one) => object.find(one)) ?? CONFIGS[0];
  const member = object.find(name);
  const config = record(member && object.value(member));
  const spelling = LIMITS.find((one) => config[one] !== undefined && config[one] !== null) ?? LIMITS[0];
  const requested = Number(config[spelling]);
  if (requested > 0 && requested <= limit) return body;
  return splice(object, new Map([[name, JSON.stringify({ ...config, [spelling]: limit })]]));
}
