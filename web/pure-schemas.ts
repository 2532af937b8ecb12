import path from 'node:path';
import type { Plugin } from 'vite';

const CONTRACT = path.join(import.meta.dirname, '../server/contract/');
const SCHEMAS = /from\s*['"]zod['"]|\.js['"]/;

/**
 * Marks the schemas that the contract declares as free of side effects. Pages use its constants and types far more often than its schemas;
 * the bundler cannot know that `z.object(…).extend(…)` does nothing else, and would keep it, with zod, for a single constant of the file.
 */
export function pureSchemas(): Plugin {
  return {
    name: 'pure-schemas',
    apply: 'build',
    transform: {
      order: 'post',
      handler(code, id) {
        if (!id.startsWith(CONTRACT) || !SCHEMAS.test(code)) return;
        const calls = this.parse(code).body.flatMap((statement) => declared(statement));
        if (calls.length === 0) return;
        // From the end, so that the places before stay true.
        const marked = calls
          .sort((one, other) => other.start - one.start)
          .reduce((text, { start, end }) => {
            return `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`;
          }, code);
        return { code: marked, map: null };
      },
    },
  };
}

type Place = { start: number; end: number };
type Statement = {
  type: string;
  declaration?: Statement | null;
  declarations?: { init?: (Place & { type: string }) | null }[];
};

const EVALUATED = ['CallExpression', 'ObjectExpression'];

/** Expressions whose results are constants of the module; the members of objects are calls too. */
function declared(statement: unknown): Place[] {
  const { type, declaration, declarations } = statement as Statement;
  if (type === 'ExportNamedDeclaration' && declaration) return declared(declaration);
  if (type !== 'VariableDeclaration') return [];
  return (declarations ?? []).flatMap(({ init }) => (init && EVALUATED.includes(init.type) ? [init] : []));
}
