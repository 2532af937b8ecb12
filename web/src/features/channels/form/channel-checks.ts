import { parseObject } from '../../../lib/format/json';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Position of the first JSON syntax error, from 1; undefined if the text is valid or the browser reports no position. */
export function jsonErrorPlace(text: string): { line: number; column: number } | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (problem) {
    const message = problem instanceof Error ? problem.message : '';
    const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
    if (line && column) return { line: Number(line), column: Number(column) };
    const position = /position (\d+)/.exec(message)?.[1];
    if (position === undefined) return undefined;
    const before = text.slice(0, Number(position)).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  }
}

/** Why the server would reject the text; callers translate it. */
export type JsonProblem = 'notJson' | 'badShape';

/** Valid: empty, or an object from model to model. */
export function mappingProblem(text: string): JsonProblem | null {
  return checkObject(text, (value) => typeof value === 'string');
}

/** Valid: empty, or an object from status code to status code. */
export function statusMappingProblem(text: string): JsonProblem | null {
  return checkObject(text, (value, key) => /^\d{3}$/.test(key) && isStatus(Number(value)));
}

/** Valid: empty, or any object. */
export function objectProblem(text: string): JsonProblem | null {
  return checkObject(text, () => true);
}

function checkObject(text: string, fits: (value: unknown, key: string) => boolean): JsonProblem | null {
  if (text.trim() === '') return null;
  const object = parseObject(text);
  if (!object) return 'notJson';
  return Object.entries(object).every(([key, value]) => fits(value, key)) ? null : 'badShape';
}

function isStatus(value: number): boolean {
  return Number.isInteger(value) && value >= 100 && value <= 599;
}
