import type { FinishClass } from '../../server/dialects/canonical/finish.js';
import type { ProviderDefinition } from '../../server/dialects/kit/define-provider.js';
import type {
  DeclaredFacts,
  FailureFact,
  FailureMeaning,
  Names,
  Place,
  TokenCounts,
  TooLongFact,
  UsageFact,
} from '../../server/dialects/kit/facts/declared-facts.js';
import type { Fact } from './request-rules.js';

const code = (text: string) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);
const listed = (names: readonly string[]) => names.map(code).join(', ');
const pattern = (expression: RegExp) => code(expression.source);

const ENDS: Readonly<Record<FinishClass, string>> = {
  stop: 'complete',
  'tool-calls': 'complete, with tool calls',
  length: 'cut at a limit',
  'content-filter': 'refused',
  broken: 'broken off',
};

const COUNTS: Readonly<Record<keyof TokenCounts, string>> = {
  input: 'input, cached and media included',
  output: 'output',
  total: 'total',
  cached: 'cached input, part of the input',
  cachedAudio: 'cached audio, part of the cached input',
  cachedImage: 'cached images, part of the cached input',
  written: 'input written to a cache, part of the input',
  reasoning: 'reasoning, part of the output',
  inputText: 'text, part of the input',
  inputAudio: 'audio, part of the input',
  inputImage: 'images, part of the input',
  inputVideo: 'videos, part of the input',
  outputText: 'text, part of the output',
  outputAudio: 'audio, part of the output',
  outputImage: 'images, part of the output',
};

const PLACES: Readonly<Record<Place, string>> = {
  sums: '',
  input: ' in the details of the input',
  output: ' in the details of the output',
  cached: ' in the details of the cached input',
};

function finishTexts({ words }: NonNullable<DeclaredFacts['finish']>[number]): string[] {
  return Object.entries(ENDS).flatMap(([reason, meaning]) => {
    const found = Object.keys(words).filter((word) => words[word] === reason);
    return found.length === 0 ? [] : [`${listed(found)}: ${meaning}`];
  });
}

function tooLongText({ codes, messages, passedOn }: TooLongFact): string {
  const words = [
    ...(codes ? [`codes ${listed(codes)}`] : []),
    ...(messages ? [`messages ${pattern(messages)}`] : []),
  ];
  return words.join('; ') + (passedOn ? '; also recognised behind other gateways' : '');
}

function placed(names: Names, meaning: string): string[] {
  return Object.entries(names).map(
    ([place, members]) => `${listed(members)}${PLACES[place as Place]}: ${meaning}`,
  );
}

function usageTexts(fact: UsageFact): string[] {
  const {
    reads,
    counts = {},
    details = {},
    within = {},
    noTokens,
    calls = {},
    callReader,
    searchFee,
    reasoning,
    elsewhere,
    media,
  } = fact;
  return [
    ...(reads ? [`${listed(reads)}: read`] : []),
    ...Object.entries(counts).flatMap(([name, names]) => placed(names, COUNTS[name as keyof TokenCounts])),
    ...Object.entries(details).map(
      ([place, names]) =>
        `${listed(names)}: objects with the details of the ${place === 'cached' ? 'cached input' : place}`,
    ),
    ...placed(within, 'counted within others, not read'),
    ...(noTokens ? [`${listed(noTokens)}: no tokens, not read`] : []),
    ...Object.entries(calls).map(([path, tool]) => `${code(path)}: calls billed as ${code(tool)}`),
    ...(callReader ? [`${callReader.paths.map(code).join(', ')}: billed calls`] : []),
    ...(searchFee
      ? [
          `${code(searchFee.size)}: size of the fee of a search, unless ${code(`${searchFee.cost}.${searchFee.fee}`)} is 0`,
        ]
      : []),
    ...(elsewhere ? [`${listed(elsewhere)}: usage in events of streams, beside \`usage\``] : []),
    ...(media?.images ? [`${listed(media.images)}: number of images made`] : []),
    ...(media?.seconds ? [`${listed(media.seconds)}: length of audio in seconds`] : []),
    ...(reasoning ? ['the output excludes reasoning, which only the total contains'] : []),
  ];
}

function meaningOf({ status, code: word, kind, retryable, disables }: FailureMeaning): string {
  return [
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(word === undefined ? [] : [`code ${code(word)}`]),
    ...(kind === undefined || kind === 'upstream_error' ? [] : [`type ${code(kind)}`]),
    ...(retryable === undefined
      ? []
      : [retryable ? 'other channels are tried' : 'no other channel is tried']),
    ...(disables ? ['the channel is unusable'] : []),
  ].join(', ');
}

function failureText({ codes, status, message, means }: FailureFact): string {
  const when = [
    ...(codes ? [`codes ${codes instanceof RegExp ? pattern(codes) : listed(codes)}`] : []),
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(message ? [`messages ${pattern(message)}`] : []),
  ];
  return `${when.join(' with ')}: ${meaningOf(means)}`;
}

/** What a provider documents about its responses beyond its protocol. */
export function responseFacts({
  api,
}: ProviderDefinition): { readonly title: string; readonly facts: Fact[] }[] {
  const { finish = [], tooLong = [], usage = [], failures = [] } = api?.facts?.declared ?? {};
  const sections = [
    { title: 'Finish words', facts: finish.flatMap((fact) => sourced(fact.source, finishTexts(fact))) },
    {
      title: 'Context too long',
      facts: tooLong.flatMap((fact) => sourced(fact.source, [tooLongText(fact)])),
    },
    { title: 'Usage members', facts: usage.flatMap((fact) => sourced(fact.source, usageTexts(fact))) },
    { title: 'Retryable', facts: failures.flatMap((fact) => sourced(fact.source, [failureText(fact)])) },
  ];
  return sections.filter(({ facts }) => facts.length > 0);
}

const sourced = (source: string, texts: readonly string[]): Fact[] => texts.map((text) => ({ text, source }));
