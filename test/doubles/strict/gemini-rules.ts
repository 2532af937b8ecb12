import { checkFunctionSchema, checkResponseSchema } from './gemini-schema-rules.js';
import {
  isJson,
  items,
  json,
  matches,
  Violations,
  type IssuedContent,
  type Json,
  show,
} from './violations.js';

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
/** What a platform of Gemini models accepts. */
interface Platform {
  /** More members of data and files: https://cloud.google.com/vertex-ai/docs/reference/rest/v1/Content#Blob */
  readonly blob: readonly string[];
}
const geminiApi: Platform = { blob: [] };
export const vertexAi: Platform = { blob: ['displayName'] };
const MAX_STOPS = 5;
const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;
/** https://ai.google.dev/gemini-api/docs/thought-signatures */
const NO_SIGNATURE = 'skip_thought_signature_validator';

/** Version number from the model name: gemini-2.5-pro is 2.5. */
const generation = (model: string): number => Number(/gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? 0);

/** Rules of Google that a generateContent request violates. */
export function geminiViolations(
  body: Json,
  model: string,
  issued: IssuedContent,
  platform: Platform = geminiApi,
): string[] {
  const found = new Violations();
  found.known(body, TOP, 'body');
  const contents = items(body.contents).map(json);
  found.expect(contents.length > 0, 'contents', 'is not specified');
  found.expect(contents[0]?.role !== 'model', 'contents[0]', 'the first content must be of the user');
  checkContents(contents, platform, found);
  if (generation(model) >= 3) checkSignatures(contents, issued, found);
  if (generation(model) >= 3 && model.includes('-image')) checkImageSignatures(contents, found);
  for (const part of items(json(body.systemInstruction).parts))
    found.expect(typeof json(part).text === 'string', 'systemInstruction', 'must hold texts');
  checkTools(body, found);
  checkConfig(json(body.generationConfig), model, found);
  checkTogether(body, model, found);
  return found.list;
}

function checkContents(contents: readonly Json[], platform: Platform, found: Violations): void {
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
    for (const [at, part] of parts.entries()) checkPart(part, platform, `${place}.parts[${at}]`, found);
    const answers = parts
      .filter((part) => part.functionResponse)
      .map((part) => show(json(part.functionResponse).name));
    if (calls.length > 0 || answers.length > 0)
      found.expect(
        calls.length === answers.length && isSameOrder(contents[index - 1], content, calls, answers),
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

/** Responses with ids belong to the calls of these ids; without ids, to the calls in their order. */
function isSameOrder(
  before: Json | undefined,
  after: Json,
  calls: readonly string[],
  answers: readonly string[],
): boolean {
  const ids = (content: Json | undefined, member: string): string[] =>
    items(content?.parts).flatMap((part) => {
      const value = json(part)[member];
      return value === undefined ? [] : [show(json(value).id ?? '')];
    });
  const called = ids(before, 'functionCall');
  const responded = ids(after, 'functionResponse');
  if (called.includes('')) return calls.join() === answers.join();
  return called.every((id, at) => answers[responded.indexOf(id)] === calls[at]);
}

function checkPart(part: Json, { blob }: Platform, place: string, found: Violations): void {
  found.known(part, [...PARTS, ...PART_META], place);
  const kinds = PARTS.filter((name) => part[name] !== undefined);
  found.expect(kinds.length === 1, place, 'required oneof field data must have one initialized field');
  found.expect(part.text !== '', place, 'text must not be empty');
  found.known(json(part.inlineData ?? part.fileData), ['mimeType', 'data', 'fileUri', ...blob], place);
  if (part.functionCall !== undefined) {
    const call = json(part.functionCall);
    found.known(call, ['id', 'name', 'args'], `${place}.functionCall`);
    found.expect(matches(call.name, NAME), place, `bad name ${show(call.name)}`);
    found.expect(call.args === undefined || isJson(call.args), place, 'args must be an object');
  }
  if (part.functionResponse !== undefined) {
    const answer = json(part.functionResponse);
    found.known(
      answer,
      ['id', 'name', 'response', 'parts', 'willContinue', 'scheduling'],
      `${place}.functionResponse`,
    );
    found.expect(matches(answer.name, NAME), place, `bad name ${show(answer.name)}`);
    found.expect(isJson(answer.response), place, 'response must be an object');
  }
}

/** From Gemini 3 on, the first function call of every step since the last user message needs its thought signature. */
function checkSignatures(contents: readonly Json[], issued: IssuedContent, found: Violations): void {
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
    const known = proof === undefined || proof === NO_SIGNATURE || issued.signatures.has(show(proof));
    found.expect(known, place, 'thought signature is not valid');
  }
}

/** Image models need the signature of the first part of each of their responses, and of each image. */
function checkImageSignatures(contents: readonly Json[], found: Violations): void {
  for (const [index, content] of contents.entries()) {
    if (content.role !== 'model') continue;
    for (const [at, part] of items(content.parts).map(json).entries())
      if (at === 0 || part.inlineData !== undefined)
        found.expect(
          typeof part.thoughtSignature === 'string',
          `contents[${index}].parts[${at}]`,
          `${part.inlineData ? 'Image' : 'Text'} part is missing a thought_signature`,
        );
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
      found.expect(matches(declaration.name, NAME), place, `invalid function name ${show(declaration.name)}`);
      found.expect(!names.has(show(declaration.name)), place, 'duplicate function declaration');
      names.add(show(declaration.name));
      checkFunctionSchema(declaration, place, found);
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

/** JSON output together with tools is for Gemini 3 and later. */
function checkTogether(body: Json, model: string, found: Violations): void {
  found.known(json(json(body.generationConfig).imageConfig), ['aspectRatio', 'imageSize'], 'imageConfig');
  const isJsonOutput = json(body.generationConfig).responseMimeType === 'application/json';
  found.expect(
    !isJsonOutput || generation(model) >= 3 || items(body.tools).length === 0,
    'tools',
    "function calling with a response mime type 'application/json' is unsupported",
  );
}

/** https://ai.google.dev/gemini-api/docs/thinking */
function checkConfig(config: Json, model: string, found: Violations): void {
  found.known(config, CONFIG, 'generationConfig');
  checkSampling(config, found);
  checkResponseSchema(config, found);
  const thinking = json(config.thinkingConfig);
  found.known(
    thinking,
    ['includeThoughts', 'thinkingBudget', 'thinkingLevel'],
    'generationConfig.thinkingConfig',
  );
  const version = generation(model);
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

/** https://ai.google.dev/api/generate-content#generationconfig */
function checkSampling(config: Json, found: Violations): void {
  const ranges: readonly (readonly [name: string, least: number, most: number])[] = [
    ['temperature', 0, 2],
    ['topP', 0, 1],
    ['topK', 1, Infinity],
    ['maxOutputTokens', 1, Infinity],
    ['logprobs', 0, 20],
    ['presencePenalty', -2, 2],
    ['frequencyPenalty', -2, 2],
  ];
  for (const [name, least, most] of ranges) {
    const value = config[name];
    const isValid = value === undefined || (typeof value === 'number' && value >= least && value <= most);
    found.expect(isValid, name, `${show(value)} is not between ${least} and ${most}`);
  }
  found.expect(
    config.logprobs === undefined || config.responseLogprobs === true,
    'logprobs',
    'needs responseLogprobs',
  );
  const stops = items(config.stopSequences);
  found.expect(stops.length <= MAX_STOPS, 'stopSequences', `at most ${MAX_STOPS} are allowed`);
  found.expect(!stops.includes(''), 'stopSequences', 'must not be empty');
}
