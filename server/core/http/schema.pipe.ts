import { Injectable, StandardSchemaValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import { z } from 'zod';
import { ApiError } from '../../contract/errors/api-error.js';
import { isPlainErrorCode } from '../../contract/errors/codes.js';
import { isInputRule, type InputRule } from '../../contract/errors/rules.js';
import { normalized } from './lenient-input.js';

/** The fields of a zod issue that are used here. */
interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  readonly code?: string;
  readonly expected?: string;
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly keys?: readonly string[];
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The limits of a failed rule. */
type Limits = Readonly<Record<string, number>>;

/** Rules for JSON types, by zod's names. */
const TYPE_RULES: Readonly<Record<string, InputRule>> = {
  string: 'not_string',
  number: 'not_number',
  int: 'not_integer',
  boolean: 'not_boolean',
  array: 'not_array',
  object: 'not_object',
  record: 'not_object',
};

/** Maximum number of unknown fields that an error names. */
const MAX_UNKNOWN_FIELDS = 5;

/**
 * Validates inputs declared by `@Body({ schema })`, `@Query({ schema })` and `@Param({ schema })`. Null members and,
 * without `X-Strict: 1`, unknown members are removed first (`lenient-input.ts`). A schema rule may use an error code
 * as its message (`z.string().min(1, 'invalid_parameters')`), which the response then has, or a `ruleMessage`.
 */
@Injectable()
export class SchemaPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: (issues) => errorOf(issues[0] ?? { message: '' }) });
  }

  override async transform<T>(value: T, metadata: ArgumentMetadata): Promise<T> {
    const { schema, data, type } = metadata;
    const isWhole = data === undefined && (type === 'body' || type === 'query');
    const input = isWhole && schema instanceof z.ZodType ? (normalized([schema], value) as T) : value;
    return super.transform(input, metadata);
  }
}

/**
 * Reads a body like the pipe, for routes whose schema depends on the query.
 * @throws ApiError for the first rule that the body breaks
 */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(normalized([schema], body));
  if (parsed.success) return parsed.data;
  throw errorOf(parsed.error.issues[0] ?? { message: '' });
}

/** The error for a value that a schema rejects. It names the field but never repeats the value, which may be a secret. */
export function errorOf(issue: Issue): ApiError {
  if (isPlainErrorCode(issue.message)) return new ApiError(issue.message);
  const field = fieldOf(issue);
  switch (issue.code) {
    case 'too_small':
      return sizeError(field, issue, { string: 'too_short', list: 'too_few', other: 'too_small' });
    case 'too_big':
      return sizeError(field, issue, { string: 'too_long', list: 'too_many', other: 'too_large' });
    case 'unrecognized_keys': {
      const names = (issue.keys ?? []).slice(0, MAX_UNKNOWN_FIELDS).map(printable);
      return inputError(names.join(', '), 'unknown_field');
    }
    case 'invalid_format':
      return inputError(field, 'wrong_format');
    case 'custom':
      return inputError(field, isInputRule(issue.message) ? issue.message : 'not_allowed', limitsIn(issue));
    case 'invalid_value':
    case 'invalid_union':
      return inputError(field, 'not_allowed');
    default:
      // No field to name: the whole body has the wrong type.
      if (field === '') return new ApiError('invalid_parameters');
      return new ApiError('invalid_parameter', {
        field,
        rule: TYPE_RULES[issue.expected ?? ''] ?? 'wrong_type',
      });
  }
}

function inputError(field: string, rule: InputRule, limits: Limits = {}): ApiError {
  return new ApiError('invalid_input', { field, rule, ...limits });
}

/** @param rules for lengths of strings, lengths of lists, and numbers */
function sizeError(
  field: string,
  { origin, minimum, maximum }: Issue,
  rules: Readonly<Record<'string' | 'list' | 'other', InputRule>>,
): ApiError {
  const limits: Limits = {
    ...(minimum !== undefined && { min: Number(minimum) }),
    ...(maximum !== undefined && { max: Number(maximum) }),
  };
  if (origin === 'string') return inputError(field, rules.string, limits);
  const isList = origin === 'array' || origin === 'set' || origin === 'map';
  return inputError(field, isList ? rules.list : rules.other, limits);
}

/** Limits of a `ruleMessage`. */
function limitsIn({ params = {} }: Issue): Limits {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, limit]) => (typeof limit === 'number' ? [[name, limit]] : [])),
  );
}

function fieldOf({ path }: Issue): string {
  return (path ?? [])
    .map((segment) => printable(String(typeof segment === 'object' ? segment.key : segment)))
    .join('.');
}

/** Member names come from the client, so other characters are replaced and the length is limited. */
function printable(name: string): string {
  return name.replace(/[^\w.-]/g, '?').slice(0, 40);
}
