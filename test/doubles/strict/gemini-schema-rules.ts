import { isJson, items, json, show, type Json, type Violations } from './violations.js';

/** https://ai.google.dev/api/caching#Schema; unknown members are rejected. */
const SCHEMA = [
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'maxItems',
  'minItems',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
  'pattern',
  'example',
  'anyOf',
  'propertyOrdering',
  'default',
  'items',
  'minimum',
  'maximum',
];
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];
/** The schema of a function, in one of two formats. */
export function checkFunctionSchema(declaration: Json, place: string, found: Violations): void {
  const { parameters, parametersJsonSchema } = declaration;
  if (parameters !== undefined && parametersJsonSchema !== undefined)
    found.add(place, 'parameters and parametersJsonSchema exclude each other');
  if (parameters !== undefined) {
    checkSchema(parameters, `${place}.parameters`, found);
    found.expect(
      show(json(parameters).type).toLowerCase() === 'object' && isJson(json(parameters).properties),
      `${place}.parameters`,
      'schema should be of type OBJECT with properties',
    );
  }
  if (parametersJsonSchema !== undefined) {
    found.expect(json(parametersJsonSchema).type === 'object', place, 'schema must describe an object');
    checkJsonSchema(parametersJsonSchema, `${place}.parametersJsonSchema`, found);
  }
}

/** The schema of the response; it needs the media type of JSON. */
export function checkResponseSchema(config: Json, found: Violations): void {
  const { responseSchema, responseJsonSchema, responseMimeType } = config;
  if (responseSchema === undefined && responseJsonSchema === undefined) return;
  found.expect(
    responseSchema === undefined || responseJsonSchema === undefined,
    'generationConfig',
    'responseSchema and responseJsonSchema exclude each other',
  );
  found.expect(responseMimeType === 'application/json', 'responseMimeType', 'must be application/json');
  if (responseSchema !== undefined) checkSchema(responseSchema, 'responseSchema', found);
  if (responseJsonSchema !== undefined) checkJsonSchema(responseJsonSchema, 'responseJsonSchema', found);
}

function checkSchema(value: unknown, place: string, found: Violations): void {
  found.expect(isJson(value), place, 'must be a schema');
  const schema = json(value);
  found.known(schema, SCHEMA, place);
  const type = show(schema.type ?? '').toLowerCase();
  if (schema.anyOf !== undefined) {
    const others = Object.keys(schema).filter((name) => name !== 'anyOf');
    // The error of Vertex AI: "When using any_of, it must be the only field set".
    found.expect(others.length === 0, place, `anyOf must be the only field, not ${others.join()}`);
    found.expect(items(schema.anyOf).length > 0, place, 'anyOf: must not be empty');
    for (const inner of items(schema.anyOf)) checkSchema(inner, `${place}.anyOf`, found);
    return;
  }
  found.expect(TYPES.includes(type), place, `invalid or missing type ${JSON.stringify(schema.type)}`);
  const properties = json(schema.properties);
  if (type === 'object' && schema.properties !== undefined)
    found.expect(
      Object.keys(properties).length > 0,
      place,
      'properties: should be non-empty for OBJECT type',
    );
  if (type === 'array') found.expect(isJson(schema.items), place, 'items: missing field');
  checkRequired(schema, place, found);
  if (schema.enum !== undefined) {
    found.expect(type === 'string', place, 'enum: only allowed for STRING type');
    found.expect(
      items(schema.enum).length > 0 &&
        items(schema.enum).every((value) => typeof value === 'string' && value !== ''),
      place,
      'enum: cannot be empty',
    );
  }
  if (type === 'string' && schema.format !== undefined)
    found.expect(
      ['enum', 'date-time'].includes(show(schema.format)),
      place,
      'format: only enum and date-time are supported',
    );
  for (const [name, inner] of Object.entries(properties)) checkSchema(inner, `${place}.${name}`, found);
  if (schema.items !== undefined) checkSchema(schema.items, `${place}.items`, found);
}

function checkRequired(schema: Json, place: string, found: Violations): void {
  for (const member of ['required', 'propertyOrdering'])
    for (const name of items(schema[member]))
      found.expect(
        Object.hasOwn(json(schema.properties), show(name)),
        place,
        `${member}[${show(name)}]: property is not defined`,
      );
}

/**
 * JSON Schema, of which Google ignores what it does not support, with references to `$defs` at the root:
 * https://ai.google.dev/api/generate-content#FIELDS.response_json_schema
 */
function checkJsonSchema(root: unknown, place: string, found: Violations): void {
  const defs = json(json(root).$defs);
  const check = (node: unknown, at: string): void => {
    if (!isJson(node)) return found.add(at, 'must be a schema');
    if (node.$ref !== undefined) {
      const others = Object.keys(node).filter((name) => !name.startsWith('$'));
      found.expect(others.length === 0, at, `nothing may stand beside $ref: ${others.join()}`);
      const name = /^#\/\$defs\/(.+)$/.exec(show(node.$ref))?.[1];
      found.expect(name !== undefined && Object.hasOwn(defs, name), at, `unknown ${show(node.$ref)}`);
    }
    checkRequired(node, at, found);
    for (const value of items(node.enum))
      found.expect(['string', 'number'].includes(typeof value), at, 'enum: strings and numbers only');
    for (const [name, inner] of Object.entries(json(node.properties))) check(inner, `${at}.${name}`);
    for (const name of ['items', 'additionalProperties'])
      if (node[name] !== undefined && typeof node[name] !== 'boolean') check(node[name], `${at}.${name}`);
    for (const name of ['anyOf', 'oneOf', 'prefixItems'])
      for (const inner of items(node[name])) check(inner, `${at}.${name}`);
  };
  check(root, place);
  for (const [name, schema] of Object.entries(defs)) {
    check(schema, `${place}.$defs.${name}`);
    checkCircles(name, defs, `${place}.$defs.${name}`, found);
  }
}

/** Cyclic references may only be used within non-required properties. */
function checkCircles(start: string, defs: Json, place: string, found: Violations): void {
  const seen = new Set<string>();
  const visit = (schema: unknown, isRequired: boolean): void => {
    if (Array.isArray(schema)) return schema.forEach((inner) => visit(inner, isRequired));
    if (!isJson(schema)) return;
    const name = /^#\/\$defs\/(.+)$/.exec(show(schema.$ref ?? ''))?.[1];
    if (name !== undefined) {
      if (name === start) found.expect(!isRequired, place, 'a required property is cyclic');
      else if (!seen.has(name)) {
        seen.add(name);
        visit(defs[name], isRequired);
      }
      return;
    }
    for (const [member, inner] of Object.entries(schema)) {
      if (member !== 'properties') visit(inner, isRequired);
      else
        for (const [key, property] of Object.entries(json(inner)))
          visit(property, isRequired || items(schema.required).includes(key));
    }
  };
  visit(defs[start], false);
}
