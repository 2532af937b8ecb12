import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Who imports whom: every rule about imports between folders, as one list. Circles are found by the linter (`import/no-cycle`). */
interface Rule {
  /** Files that the rule is about. */
  files: RegExp;
  except?: RegExp;
  /** Paths of this repository and packages that they may import; absent: all but `mayNot`. */
  may?: RegExp;
  /** `OWN` stands for the name of the importing file's folder below the one that the rule names. */
  mayNot?: RegExp;
  because: string;
}

/** A feature imports itself and those before it. */
const LAYERS = [
  'core',
  'options',
  'statistics',
  'notifications',
  'billing',
  'users',
  'tokens',
  'channels',
  'auth',
  'relay',
  'tasks',
];
/** Features at the top: nothing imports them. */
const TOP = [
  'status',
  'setup',
  'openapi',
  'group-moves',
  'overview',
  'onboarding',
  'alerts',
  'search',
  'backup',
  'import',
  'secret-rotation',
  'audit-trail',
];

const anyOf = (names: readonly string[]) => `(?:${names.join('|')})`;

/** Features that call providers. */
const WITH_DIALECTS = ['channels', 'relay', 'tasks'];

const layers = LAYERS.map((layer, index): Rule => {
  const forbidden = [...LAYERS.slice(index + 1), ...TOP];
  if (!WITH_DIALECTS.includes(layer)) forbidden.push('dialects');
  if (layer === 'core') forbidden.push('audit');
  return {
    files: new RegExp(`^server/${layer}/`),
    mayNot: new RegExp(`^server/${anyOf(forbidden)}/`),
    because: `features import those to their left: ${LAYERS.join(' → ')}; ${WITH_DIALECTS.join(', ')} import dialects`,
  };
});

const top = TOP.map((name): Rule => ({
  files: new RegExp(`^server/${name}/`),
  mayNot: new RegExp(`^server/${anyOf(TOP.filter((other) => other !== name))}/`),
  because: 'no feature imports one at the top',
}));

const RULES: readonly Rule[] = [
  {
    files: /^server\//,
    mayNot: /^(?:worker|web|test|docker|scripts)\//,
    because: 'server/ imports nothing outside server/',
  },
  {
    files: /^server\//,
    mayNot: /^(?:node:)?async_hooks$/,
    because:
      'AsyncLocalStorage slows down every promise of the process on Node 20: pass the value, or key it by the request',
  },
  {
    files: /^server\//,
    except: /^server\/(?:database\/|app\.module|start-checks|backup\/)|\.command\.ts$/,
    mayNot: /^server\/database\//,
    because: 'server/database/ imports all entities: only modules that start a process import it',
  },
  {
    files: /^server\/database\//,
    mayNot: new RegExp(`^server/${anyOf([...LAYERS.slice(1), ...TOP])}/(?!.*\\.entity\\.js$)`),
    // Its work is postponed until all servers run the release, so it stands with the feature.
    except: /-seal-redemption-codes\.ts$/,
    because: 'server/database/ imports entities and core',
  },
  ...layers,
  ...top,
  {
    files: /^server\/audit\//,
    mayNot: new RegExp(`^server/${anyOf([...LAYERS.slice(1), ...TOP, 'dialects'])}/`),
    because: 'every feature may import audit/, which imports core and contract',
  },
  {
    files: /^server\/contract\//,
    may: /^(?:server\/contract\/|zod$)/,
    because: 'contract/ is shared with the console and runs in browsers: it imports zod alone',
  },
  {
    files: /^server\/dialects\//,
    may: /^(?:server\/(?:contract|dialects)\/|@smithy\/|lru-cache$|music-metadata$|strtok3\/|node:(?:buffer|crypto)$)/,
    because: 'dialects/ describes and reads: it imports contract alone and does no I/O',
  },
  {
    files: /^server\/dialects\/canonical\//,
    may: /^(?:server\/dialects\/canonical\/|server\/contract\/(?:model-name|usage)\.js$|[^./]*$)/,
    because: 'canonical/ is types and pure functions: it imports itself',
  },
  {
    files: /^server\/dialects\/kit\//,
    mayNot: /^server\/dialects\/(?:providers\/|protocols\/(?!protocol\.js$))/,
    because: 'kit/ is what providers are made of: it names no provider and no protocol',
  },
  {
    files: /^server\/dialects\/protocols\/[^/]+\//,
    mayNot:
      /^server\/dialects\/(?:providers|operations|task-apis|kit\/(?!table\.js$))|^server\/dialects\/protocols\/(?!protocol\.js$|openai-error\.js$|OWN\/)/,
    because: 'a protocol imports no provider and no other protocol',
  },
  {
    files: /^server\/dialects\/providers\/[^/]+\//,
    except: /^server\/dialects\/providers\/(?:bedrock|vertex|custom|palm|self-hosted|model-hosts)\//,
    mayNot: /^server\/dialects\/(?:protocols\/(?!protocol\.js$)|providers\/(?!OWN\/))/,
    because: 'a provider with a folder imports no other provider',
  },
  {
    files: /^server\/dialects\/providers\/(?:bedrock|vertex|custom|palm)\//,
    mayNot:
      /^server\/dialects\/(?:protocols\/(?!protocol\.js$)|providers\/(?!OWN\/|anthropic\/|gemini\/|mistral\/))/,
    because: 'platforms of models in the formats of their makers import these',
  },
  {
    files: /^server\/dialects\/providers\/(?:(?:self-hosted|model-hosts)\/)?[^/]+\.ts$/,
    except: /\/providers\/(?:index|registry|azure-foundry|zai)\.ts$/,
    mayNot: /^server\/dialects\/(?:protocols\/(?!protocol\.js$)|providers\/)/,
    because: 'a provider of one file imports no other provider',
  },
  {
    files: /^server\/dialects\/providers\/(?:azure-foundry|zai)\.ts$/,
    mayNot:
      /^server\/dialects\/(?:protocols\/(?!protocol\.js$)|providers\/(?!azure\/deployments\.js$|zhipu-v4\.js$))/,
    because: 'a second service of a company with the API of the first one imports the first one',
  },
  {
    files: /^server\/relay\/pipeline\//,
    mayNot: /^server\/dialects\/(?:providers|protocols)\/[^/]+\//,
    because: 'the pipeline names no provider and no protocol',
  },
  {
    files: /^(?:server|worker)\//,
    except: /^server\/relay\/tracing\/(?:provider|spans|request-spans)\.ts$/,
    mayNot: /^@opentelemetry\/|^server\/relay\/tracing\/(?:spans|request-spans)\.js$/,
    because:
      'the packages of OpenTelemetry are loaded only where tracing is on, with relay/tracing/provider.ts',
  },
  {
    files: /^worker\//,
    mayNot: /^(?:web|test|docker|scripts)\/|(?:\.controller|-http\.module)\.js$/,
    because: 'the worker imports server/ without its controllers',
  },
  {
    files: /^web\/src\//,
    mayNot: /^(?:server\/(?!contract\/)|worker\/|test\/|docker\/)/,
    because: 'web/ imports #contract and nothing else of the server',
  },
];

const IMPORTS = /(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)'([^'\n]+)'/gm;

/** Paths from the root and names of packages that a file imports. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORTS)].map(([, name = '']) => {
    if (name.startsWith('.')) return path.posix.join(path.posix.dirname(file), name);
    return name.replace(/^#contract\//, 'server/contract/');
  });
}

const sources = ['server', 'worker', 'web/src']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.spec.ts'))
  .map((file) => ({ file, imports: importsOf(file) }));

test('all folders and packages are read', () => {
  expect(sources.length).toBeGreaterThan(1500);
  expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(5000);
});

test.each(RULES.map((rule) => [`${rule.files.source}: ${rule.because}`, rule] as const))(
  '%s',
  (_title, rule) => {
    const forbidden = sources
      .filter(({ file }) => rule.files.test(file) && !rule.except?.test(file))
      .flatMap(({ file, imports }) => {
        const mayNot =
          rule.mayNot && new RegExp(rule.mayNot.source.replaceAll('OWN', file.split('/')[3] ?? ''));
        return imports
          .filter((name) => (rule.may && !rule.may.test(name)) || mayNot?.test(name))
          .map((name) => `${file} imports ${name}`);
      });
    expect(forbidden).toEqual([]);
  },
);
