import type { ChatLimits } from './chat-limits.js';
import { isJson, items, json, matches, show, type Json, type Violations } from './violations.js';

export function checkFormat(format: Json, { schemaName }: ChatLimits, found: Violations): void {
  found.expect(matches(format.name, schemaName), 'response_format', `bad name ${show(format.name)}`);
  if (format.strict === true) checkStrict(format.schema, 'response_format.json_schema.schema', found);
}

export function checkParameters(definition: Json, place: string, found: Violations): void {
  const schema = json(definition.parameters);
  found.expect(schema.type === 'object', `${place}.parameters`, 'schema must be of type object');
  if (definition.strict === true) checkStrict(schema, `${place}.parameters`, found);
}

/** https://platform.openai.com/docs/guides/structured-outputs#supported-schemas */
function checkStrict(schema: unknown, place: string, found: Violations): void {
  if (!isJson(schema)) return;
  if (schema.type === 'object') {
    found.expect(schema.additionalProperties === false, place, 'additionalProperties must be false');
    const names = Object.keys(json(schema.properties));
    found.expect(
      names.every((name) => items(schema.required).includes(name)),
      place,
      'all properties must be required',
    );
  }
  for (const inner of Object.values(json(schema.properties))) checkStrict(inner, place, found);
  for (const inner of Object.values(json(schema.$defs))) checkStrict(inner, place, found);
  for (const inner of items(schema.anyOf)) checkStrict(inner, place, found);
  checkStrict(schema.items, place, found);
}

/** Effort values by model, as listed in the API reference. */
export function checkEffort(effort: unknown, model: string, place: string, found: Violations): void {
  if (effort === undefined || effort === null) return;
  const level = show(effort);
  if (/^(gpt-3|gpt-4|chatgpt)/.test(model)) found.add(place, `not supported by ${model}`);
  else if (/^gpt-5(-(mini|nano))?(-\d{4}.*)?$/.test(model))
    found.expect(
      ['minimal', 'low', 'medium', 'high'].includes(level),
      place,
      `${level} is not supported by ${model}`,
    );
  else if (/^o\d/.test(model))
    found.expect(['low', 'medium', 'high'].includes(level), place, `${level} is not supported by ${model}`);
  else if (/^gpt-5\.1$/.test(model))
    found.expect(
      ['none', 'low', 'medium', 'high'].includes(level),
      place,
      `${level} is not supported by ${model}`,
    );
  else
    found.expect(
      ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'].includes(level),
      place,
      `unknown value ${level}`,
    );
}
