import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredFacts, finishWordsOf } from '../../../test/dialects/declared-facts.js';
import { sourcesOf } from '../../../test/dialects/provider-sources.js';
import type { DeclaredFacts } from '../kit/facts/declared-facts.js';

/** Providers whose words are those of a protocol, which other providers and the gateway's own clients use. */
const PROTOCOLS: ReadonlySet<string> = new Set(['openai', 'anthropic', 'gemini', 'vertex']);

/** Words that the code has for other things, too: `insufficient_user_quota` is a code of the gateway itself. */
const ORDINARY: ReadonlySet<string> = new Set(
  `abort audio cancelled content_filtered cost end error image inputTokens insufficient_user_quota latency limit normal
  outputTokens rate_limit_error repetition token_count tokens totalTokens unauthorized word`.split(/\s+/),
);

/** Everything that a provider declares by its name. */
function wordsOf(facts: DeclaredFacts): string[] {
  const { tooLong = [], usage = [], failures = [] } = facts;
  return [
    ...Object.keys(finishWordsOf(facts)),
    ...tooLong.flatMap(({ codes = [] }) => codes),
    ...failures.flatMap(({ codes = [] }) => (codes instanceof RegExp ? [] : codes)),
    ...usage.flatMap(
      ({
        elsewhere = [],
        media = {},
        reads = [],
        counts = {},
        within = {},
        noTokens = [],
        calls = {},
        details = {},
        callReader,
        countsAllCalls = [],
        searchFee,
      }) => [
        ...Object.values(counts).flatMap((names) => Object.values(names).flat()),
        ...[within, details].flatMap((names) => Object.values(names).flat()),
        ...Object.values(media).flat(),
        ...elsewhere.map((path) => path.split('.')[0]!),
        ...[...reads, ...noTokens].flatMap((path) => path.replace(/\.\*$/, '').split('.')),
        ...Object.keys(calls).flatMap((path) => path.split('.')),
        ...countsAllCalls,
        ...(callReader?.paths.map((path) => path.split('.')[0]!) ?? []),
        ...(searchFee ? [searchFee.size, searchFee.fee] : []),
      ],
    ),
  ].map((word) => word.replace(/\.\*$/, ''));
}

const ofProtocols = new Set(
  [...declaredFacts].flatMap(([id, facts]) => (PROTOCOLS.has(id) ? wordsOf(facts) : [])),
);

/** The files in which each word may stand. */
const homes = new Map<string, Set<string>>();
for (const [id, facts] of declaredFacts)
  for (const word of wordsOf(facts)) {
    if (ofProtocols.has(word) || ORDINARY.has(word) || /^\d+$/.test(word)) continue;
    const files = homes.get(word) ?? new Set(['server/dialects/kit/openai/gateway-facts.ts']);
    for (const file of sourcesOf({ id })) files.add(file);
    homes.set(word, files);
  }

/** Traces use the words of OpenTelemetry. */
const TRACING = join('server', 'relay', 'tracing');

/** The code that sees responses. */
const files = ['server/dialects', 'server/relay'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => join(folder, file))
    .filter((file) => !file.startsWith(TRACING)),
);

test('no word of a provider stands outside its folder', () => {
  expect(homes.size).toBeGreaterThan(40);
  const outside = files.flatMap((file) => {
    const words = readFileSync(file, 'utf8')
      .replaceAll(/\/\*\*?[^]*?\*\/|\/\/ .*/g, '')
      .matchAll(/(['"`])([\w-]+)\1|^\s*([\w-]+): |\.(\w+)\b/gm);
    return [...words].flatMap(([, , quoted, member, read]) => {
      const word = quoted ?? member ?? read ?? '';
      const home = homes.get(word);
      return home && !home.has(file) ? [`${file}: ${word}`] : [];
    });
  });
  expect([...new Set(outside)]).toEqual([]);
});
