import type { CanonicalChat } from '../../canonical/chat.js';
import { jsonInstruction } from '../../canonical/conversation/json-mode.js';
import { textsOf } from '../../canonical/texts.js';
import { isRecord, list, type UnknownRecord } from '../../json/lenient.js';

/** How JSON output is requested. */
export interface JsonOutput {
  readonly format?: object;
  /** Added to the system message. */
  readonly instruction?: string;
}

/** The prompt must ask for JSON, or the model may not stop. */
const ASKS = /json/i;

/**
 * https://docs.cohere.com/docs/structured-outputs: `response_format` cannot be combined with tools, and accepts only a subset
 * of JSON Schema. Everything else is requested in the system message.
 */
export function jsonOutput(chat: CanonicalChat): JsonOutput {
  const requested = chat.responseFormat;
  if (!requested || requested.type === 'text') return {};
  const schema = requested.type === 'schema' ? requested.schema : undefined;
  const described = jsonInstruction(schema);
  if (chat.tools.length > 0) return { instruction: described };
  const fitted = fitSchema(schema);
  const format = { type: 'json_object', json_schema: fitted };
  if (schema !== undefined && !fitted) return { format, instruction: described };
  return textsOf(chat).some((text) => ASKS.test(text))
    ? { format }
    : { format, instruction: jsonInstruction(undefined) };
}

/** Keywords that are rejected although they only narrow the values. */
const DROPPED = new Set([
  'additionalProperties',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'multipleOf',
  'uniqueItems',
  '$schema',
]);
const COMPOSED = ['allOf', 'anyOf', 'oneOf', 'not'];
const FORMATS = new Set<unknown>(['date-time', 'uuid', 'date', 'time']);
const UNSUPPORTED_PATTERN = /[\^$]|\?[=!]/;

/** The schema without the keywords that Cohere rejects; undefined if it cannot be expressed. */
export function fitSchema(schema: unknown): UnknownRecord | undefined {
  return isRecord(schema) && schema.type === 'object' ? fitted(schema) : undefined;
}

function fitted(schema: UnknownRecord): UnknownRecord | undefined {
  if (COMPOSED.some((name) => schema[name] !== undefined)) return undefined;
  // Every object needs at least one required property.
  if (schema.type === 'object' && list(schema.required).length === 0) return undefined;
  const members: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    const converted = convertMember(name, value);
    if (converted === 'inexpressible') return undefined;
    if (converted) members[name] = converted.value;
  }
  return members;
}

function convertMember(name: string, value: unknown): { value: unknown } | 'inexpressible' | undefined {
  if (DROPPED.has(name)) return undefined;
  if (name === 'format') return FORMATS.has(value) ? { value } : undefined;
  if (name === 'pattern') return UNSUPPORTED_PATTERN.test(String(value)) ? undefined : { value };
  if (['properties', '$defs', 'definitions'].includes(name) && isRecord(value)) {
    const schemas = Object.entries(value).map(
      ([key, one]) => [key, isRecord(one) ? fitted(one) : undefined] as const,
    );
    if (schemas.some(([, one]) => one === undefined)) return 'inexpressible';
    return { value: Object.fromEntries(schemas) };
  }
  if (name === 'items' && isRecord(value)) {
    const items = fitted(value);
    return items ? { value: items } : 'inexpressible';
  }
  return { value };
}
