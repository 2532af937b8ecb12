import { isJson, items, json, Violations, type Given, type Json, show } from './violations.js';

/** https://ai.google.dev/api/generate-content#request-body; Google rejects unknown members. */
const TOP = [
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'safetySettings',
  'cachedContent',
  'labels',
  'model',
  'serviceTier',
  'store',
];
const PARTS = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
];
const PART_META = ['thought', 'thoughtSignature', 'videoMetadata', 'partMetadata', 'mediaResolution'];
const CONFIG = [
  'temperature',
  'topP',
  'topK',
  'candidateCount',
  'maxOutputTokens',
  'stopSequences',
  'seed',
  'logprobs',
  'responseLogprobs',
  'presencePenalty',
  'frequencyPenalty',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'responseModalities',
  'speechConfig',
  'thinkingConfig',
  'mediaResolution',
  'imageConfig',
  'enableEnhancedCivicAnswers',
];
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
const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;
/** https://ai.google.dev/gemini-api/docs/thought-signatures */
const NO_SIGNATURE = 'skip_thought_signature_validator';

/** Rules of Google that a generateContent request violates. */
export function geminiViolations(body: Json, model: string, given: Given): string[] {
  const found = new Violations();
  found.known(body, TOP, 'body');
  const contents = items(body.contents).map(json);
  found.expect(contents.length > 0, 'contents', 'is not specified');
  checkContents(contents, found);
  if (Number(/gemini-(\d+)/.exec(model)?.[1] ?? 0) >= 3) checkSignatures(contents, given, found);
  for (const part of items(json(body.systemInstruction).parts))
    found.expect(typeof json(part).text === 'string', 'systemInstruction', 'must hold texts');
  checkTools(body, found);
  checkConfig(json(body.generationConfig), model, found);
  return found.list;
}

function checkContents(contents: readonly Json[], found: Violations): void {
  let calls: string[] = [];
  for (const [index, content] of contents.entries()) {
    const place = `contents[${index}]`;
    const parts = items(content.parts).map(json);
    found.known(content, ['role', 'parts'], place);
    found.expect(
      ['user', 'model'].includes(show(content.role)),
      place,
      `please use a valid role: user, model`,
    );
    found.expect(parts.length > 0, place, 'must include at least one parts field');
    for (const [at, part] of parts.entries()) checkPart(part, `${place}.parts[${at}]`, found);
    const answers = parts
      .filter((part) => part.functionResponse)
      .map((part) => show(json(part.functionResponse).name));
    if (calls.length > 0 || answers.length > 0)
      found.expect(
        calls.toSorted().join() === answers.toSorted().join(),
        place,
        `function responses (${answers.join()}) must equal the function calls of the turn before (${calls.join()})`,
      );
    calls = parts.filter((part) => part.functionCall).map((part) => show(json(part.functionCall).name));
    if (calls.length > 0) {
      found.expect(content.role === 'model', place, 'function calls belong to the model');
      found.expect(
        index > 0,
        place,
        'a function call turn comes immediately after a user turn or a function response turn',
      );
    }
  }
  found.expect(calls.length === 0, 'contents', `function calls without responses: ${calls.join()}`);
}

function checkPart(part: Json, place: string, found: Violations): void {
  found.known(part, [...PARTS, ...PART_META], place);
  const kinds = PARTS.filter((name) => part[name] !== undefined);
  found.expect(kinds.length === 1, place, 'required oneof field data must have one initialized field');
  if (part.functionCall !== undefined) {
    const call = json(part.functionCall);
    found.known(call, ['id', 'name', 'args'], `${place}.functionCall`);
    found.expect(NAME.test(show(call.name)), place, `bad name ${show(call.name)}`);
    found.expect(call.args === undefined || isJson(call.args), place, 'args must be an object');
  }
  if (part.functionResponse !== undefined) {
    const answer = json(part.functionResponse);
    found.known(
      answer,
      ['id', 'name', 'response', 'parts', 'willContinue', 'scheduling'],
      `${place}.functionResponse`,
    );
    found.expect(NAME.test(show(answer.name)), place, `bad name ${show(answer.name)}`);
    found.expect(isJson(answer.response), place, 'response must be an object');
  }
}

/** From Gemini 3 on, the first function call of every step since the last user message needs its thought signature. */
function checkSignatures(contents: readonly Json[], given: Given, found: Violations): void {
  const isResponse = (content: Json) => items(content.parts).some((part) => json(part).functionResponse);
  const start = contents.findLastIndex((content) => content.role === 'user' && !isResponse(content));
  for (const [index, content] of contents.entries()) {
    const call = items(content.parts)
      .map(json)
      .find((part) => part.functionCall);
    if (!call) continue;
    const proof = call.thoughtSignature;
    const place = `contents[${index}]`;
    if (index > start)
      found.expect(typeof proof === 'string', place, 'function call is missing a thought_signature');
    const known = proof === undefined || proof === NO_SIGNATURE || given.signatures.has(show(proof));
    found.expect(known, place, 'thought signature is not valid');
  }
}

function checkTools(body: Json, found: Violations): void {
  const names = new Set<string>();
  for (const [index, item] of items(body.tools).entries()) {
    for (const [at, declared] of items(json(item).functionDeclarations).entries()) {
      const declaration = json(declared);
      const place = `tools[${index}].functionDeclarations[${at}]`;
      found.known(
        declaration,
        [
          'name',
          'description',
          'parameters',
          'parametersJsonSchema',
          'response',
          'responseJsonSchema',
          'behavior',
        ],
        place,
      );
      found.expect(
        NAME.test(show(declaration.name)),
        place,
        `invalid function name ${show(declaration.name)}`,
      );
      found.expect(!names.has(show(declaration.name)), place, 'duplicate function declaration');
      names.add(show(declaration.name));
      if (declaration.parameters !== undefined)
        checkSchema(json(declaration.parameters), `${place}.parameters`, found);
    }
  }
  const config = json(json(body.toolConfig).functionCallingConfig);
  const allowed = items(config.allowedFunctionNames);
  if (allowed.length > 0) {
    found.expect(
      ['ANY', 'VALIDATED'].includes(show(config.mode)),
      'toolConfig',
      'allowed names need mode ANY',
    );
    for (const name of allowed)
      found.expect(names.has(show(name)), 'toolConfig', `unknown function ${show(name)}`);
  }
}

/** https://ai.google.dev/api/caching#Schema */
function checkSchema(schema: Json, place: string, found: Violations): void {
  found.known(schema, SCHEMA, place);
  const type = show(schema.type ?? '').toLowerCase();
  if (schema.type !== undefined)
    found.expect(TYPES.includes(type), place, `invalid type ${JSON.stringify(schema.type)}`);
  const properties = json(schema.properties);
  if (type === 'object' && schema.properties !== undefined)
    found.expect(
      Object.keys(properties).length > 0,
      place,
      'properties: should be non-empty for OBJECT type',
    );
  if (type === 'array') found.expect(isJson(schema.items), place, 'items: missing field');
  for (const name of items(schema.required))
    found.expect(
      Object.hasOwn(properties, show(name)),
      place,
      `required[${show(name)}]: property is not defined`,
    );
  if (schema.enum !== undefined) {
    found.expect(type === 'string', place, 'enum: only allowed for STRING type');
    found.expect(
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
  for (const [name, inner] of Object.entries(properties)) checkSchema(json(inner), `${place}.${name}`, found);
  if (isJson(schema.items)) checkSchema(schema.items, `${place}.items`, found);
  for (const inner of items(schema.anyOf)) checkSchema(json(inner), `${place}.anyOf`, found);
}

/** https://ai.google.dev/gemini-api/docs/thinking */
function checkConfig(config: Json, model: string, found: Violations): void {
  found.known(config, CONFIG, 'generationConfig');
  const thinking = json(config.thinkingConfig);
  found.known(
    thinking,
    ['includeThoughts', 'thinkingBudget', 'thinkingLevel'],
    'generationConfig.thinkingConfig',
  );
  const version = Number(/gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? 0);
  const { thinkingBudget: budget, thinkingLevel: level } = thinking;
  found.expect(
    budget === undefined || level === undefined,
    'thinkingConfig',
    'budget and level cannot be combined',
  );
  if (level !== undefined) {
    found.expect(version >= 3, 'thinkingLevel', `not supported by ${model}`);
    found.expect(
      ['minimal', 'low', 'medium', 'high'].includes(show(level).toLowerCase()),
      'thinkingLevel',
      'unknown',
    );
  }
  if (typeof budget === 'number' && version === 2.5) {
    const [least, most] = model.includes('-pro')
      ? [128, 32_768]
      : model.includes('-lite')
        ? [512, 24_576]
        : [1, 24_576];
    const isSpecial = budget === -1 || (budget === 0 && !model.includes('-pro'));
    found.expect(
      isSpecial || (budget >= least && budget <= most),
      'thinkingBudget',
      `${budget} is out of range`,
    );
  }
}
