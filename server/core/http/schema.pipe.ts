import { Injectable, StandardSchemaValidationPipe } from '@nestjs/common';
import type { z } from 'zod';
import { ApiError } from '../../contract/errors/api-error.js';
import { isPlainErrorCode } from '../../contract/errors/codes.js';

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
}

/** Chinese names of JSON types, by zod's names. */
const KINDS: Readonly<Record<string, string>> = {
  string: '字符串',
  number: '数字',
  int: '整数',
  boolean: '布尔值',
  array: '数组',
  object: '对象',
  record: '对象',
};

/**
 * Validates inputs declared by `@Body({ schema })`, `@Query({ schema })` and `@Param({ schema })`. Null members and,
 * without `X-Strict: 1`, unknown members were removed before (`lenient-input.ts`). A schema rule may use an error code
 * as its message (`z.string().min(1, 'invalid_parameters')`); the response then has exactly that error.
 */
@Injectable()
export class SchemaPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: (issues) => errorOf(issues[0] ?? { message: '' }) });
  }
}

/**
 * Validates like the pipe, for a body whose schema depends on the query.
 * @throws ApiError for the first rule that the body breaks
 */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw errorOf(parsed.error.issues[0] ?? { message: '' });
}

/** The error for a value that a schema rejects. It names the field but never repeats the value, which may be a secret. */
export function errorOf(issue: Issue): ApiError {
  if (isPlainErrorCode(issue.message)) return new ApiError(issue.message);
  const field = fieldOf(issue);
  switch (issue.code) {
    case 'too_small':
      return because(`${field} ${lowest(issue)}`);
    case 'too_big':
      return because(`${field} ${highest(issue)}`);
    case 'unrecognized_keys':
      return because(`不支持的字段 ${(issue.keys ?? []).slice(0, 5).map(printable).join(', ')}`);
    case 'invalid_format':
      return because(`${field} 格式不正确`);
    case 'invalid_value':
      return because(`${field} 取值不在允许范围内`);
    case 'invalid_union':
      return because(`${field} 取值不在允许范围内`);
    case 'custom':
      return because(field === '' ? issue.message : `${field} ${issue.message}`);
    default:
      // No field to name: the whole body has the wrong type.
      if (field === '') return new ApiError('invalid_parameters');
      return new ApiError('invalid_parameter', { detail: `${field} ${expected(issue)}` });
  }
}

function because(detail: string): ApiError {
  return new ApiError('invalid_input', { detail: detail.trim() });
}

function lowest({ origin, minimum }: Issue): string {
  if (origin === 'string') return `长度不能少于 ${minimum} 个字符`;
  if (origin === 'array' || origin === 'set' || origin === 'map') return `不能少于 ${minimum} 项`;
  return `不能小于 ${minimum}`;
}

function highest({ origin, maximum }: Issue): string {
  if (origin === 'string') return `长度不能超过 ${maximum} 个字符`;
  if (origin === 'array' || origin === 'set' || origin === 'map') return `不能超过 ${maximum} 项`;
  return `不能大于 ${maximum}`;
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

function expected({ expected: kind }: Issue): string {
  const name = KINDS[kind ?? ''];
  return name === undefined ? '类型不正确' : `应为${name}`;
}
