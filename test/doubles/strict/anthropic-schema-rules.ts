import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJson, items, json, show, type Json, type Violations } from './violations.js';

/** https://github.com/anthropics/claude-code/issues/79418 */
const PROPERTY = /^[a-zA-Z0-9_.-]{1,64}$/;
/** https://platform.claude.com/docs/en/build-with-claude/structured-outputs#schema-complexity-limits */
const MAX_STRICT_TOOLS = 20;
const MAX_OPTIONAL = 24;
const MAX_UNIONS = 16;

const ajv = new Ajv2020({ strict: false, logger: false });

/** The schemas of tools and of the response. */
export function checkSchemas(body: Json, found: Violations): void {
  const own = items(body.tools)
    .map(json)
    .filter(({ type }) => type === undefined || type === 'custom');
  for (const [index, { input_schema: schema }] of own.entries())
    checkInputSchema(schema, `tools.${index}.custom.input_schema`, found);
  const strict = own.filter((tool) => tool.strict === true);
  found.expect(strict.length <= MAX_STRICT_TOOLS, 'tools', `at most ${MAX_STRICT_TOOLS} may be strict`);
  const { format } = json(body.output_config);
  const compiled = [...strict.map((tool) => tool.input_schema), ...(isJson(format) ? [format.schema] : [])];
  for (const schema of compiled) checkClosed(schema, 'schema', found);
  const { optional, unions } = complexity(compiled);
  found.expect(optional <= MAX_OPTIONAL, 'schemas', `too many optional parameters (${optional})`);
  found.expect(unions <= MAX_UNIONS, 'schemas', `too many parameters with union types (${unions})`);
}

/** https://platform.claude.com/docs/en/api/messages/create#tool: draft 2020-12, an object */
function checkInputSchema(schema: unknown, place: string, found: Violations): void {
  found.expect(json(schema).type === 'object', `${place}.type`, "must be 'object'");
  for (const name of ['anyOf', 'oneOf', 'allOf'])
    found.expect(json(schema)[name] === undefined, place, `does not support ${name} at the top level`);
  const isValid = isJson(schema) && ajv.validateSchema({ ...schema, $schema: undefined }) === true;
  found.expect(isValid, place, `must match JSON Schema draft 2020-12: ${ajv.errorsText()}`);
  checkKeys(schema, place, found);
}

function checkKeys(schema: unknown, place: string, found: Violations): void {
  if (Array.isArray(schema)) schema.forEach((inner) => checkKeys(inner, place, found));
  if (!isJson(schema)) return;
  for (const name of Object.keys(json(schema.properties)))
    found.expect(PROPERTY.test(name), `${place}.properties`, `bad key ${name}`);
  for (const [name, inner] of Object.entries(schema)) if (name !== 'enum') checkKeys(inner, place, found);
}

/** https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations */
export function checkClosed(schema: unknown, place: string, found: Violations): void {
  if (!isJson(schema)) return found.add(place, `${show(schema)} is no schema`);
  if (schema.$ref !== undefined) {
    found.expect(show(schema.$ref).startsWith('#'), place, 'external references are not supported');
    return;
  }
  const isTyped = ['type', 'anyOf', 'allOf'].some((name) => schema[name] !== undefined);
  found.expect(isTyped, place, 'must have a type, anyOf or allOf');
  if (schema.type === 'object' || isJson(schema.properties))
    found.expect(schema.additionalProperties === false, place, 'must be closed');
  for (const name of UNSUPPORTED) found.expect(!(name in schema), place, `${name} is not supported`);
  for (const name of items(schema.required))
    found.expect(Object.hasOwn(json(schema.properties), show(name)), place, `unknown property ${show(name)}`);
  for (const [name, inner] of Object.entries({ ...json(schema.properties), ...json(schema.$defs) }))
    checkClosed(inner, `${place}.${name}`, found);
  for (const inner of [...items(schema.anyOf), ...items(schema.allOf)]) checkClosed(inner, place, found);
  if (schema.items !== undefined) checkClosed(schema.items, `${place}.items`, found);
}

const UNSUPPORTED = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'maxItems',
  'uniqueItems',
  'prefixItems',
  'not',
  'if',
  'oneOf',
  'patternProperties',
];

function complexity(schema: unknown): { optional: number; unions: number } {
  const sum = { optional: 0, unions: 0 };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isJson(value)) return;
    const required = items(value.required);
    for (const name of Object.keys(json(value.properties))) if (!required.includes(name)) sum.optional++;
    if (Array.isArray(value.anyOf) || items(value.type).length > 1) sum.unions++;
    Object.values(value).forEach(visit);
  };
  visit(schema);
  return sum;
}
