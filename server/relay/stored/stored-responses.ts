import type { Redis } from 'ioredis';
import type { Vault } from '../../core/crypto.js';
import { dependencyFailure } from '../../core/http/dependency-failure.js';
import { ApiError } from '../../core/api-error.js';
import { isRecord, list, record, type Loose } from '../../dialects/json/lenient.js';
import { SealedRecords } from './sealed-records.js';

const MIB = 1024 * 1024;

/** A translated answer of Responses with the conversation it answers. */
export interface StoredResponse {
  /** Items of the request, in order; those it continued from come first. */
  readonly input: readonly Loose[];
  readonly response: Loose;
  /** Items of the answer. */
  readonly output: readonly Loose[];
}

/**
 * Answers that no upstream stores, because they were translated: for a day, so that requests can continue from them by
 * `previous_response_id` and `item_reference`, and clients can retrieve them.
 */
export class StoredResponses {
  private readonly records: SealedRecords;

  constructor(redis: Redis, vault: Vault) {
    this.records = new SealedRecords(redis, vault, 'tollgate:response:', {
      seconds: 24 * 3600,
      plainBytes: 8 * MIB,
      sealedBytes: 2 * MIB,
      ownerBytes: 32 * MIB,
      ownerEntries: 1000,
    });
  }

  /**
   * @param input JSON text of the request's `input`
   * @param response what the client gets
   */
  async store(userId: number, id: string, input: Buffer, response: object): Promise<void> {
    const content = Buffer.concat([
      Buffer.from('{"input":'),
      input,
      Buffer.from(`,"response":${JSON.stringify(response)}}`),
    ]);
    await this.records.store(userId, [{ id, content }]);
  }

  /** Those of this user's that are stored. @throws Refusal 503 with Redis away */
  async find(userId: number, ids: readonly string[]): Promise<Map<string, StoredResponse>> {
    const contents = await orUnavailable(this.records.find(userId, ids));
    const found = new Map<string, StoredResponse>();
    for (const [at, content] of contents.entries()) {
      const id = ids[at];
      if (content === undefined || id === undefined) continue;
      const stored = record(JSON.parse(content.toString('utf8')));
      const response = record(stored.response);
      const output = list(response.output).filter(isRecord);
      found.set(id, { input: inputItems(stored.input), response, output });
    }
    return found;
  }

  /** @returns whether there was one. @throws Refusal 503 with Redis away */
  forget(userId: number, id: string): Promise<boolean> {
    return orUnavailable(this.records.remove(userId, id));
  }
}

/** A text is one message of the user. */
export function inputItems(input: unknown): Loose[] {
  if (typeof input === 'string')
    return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }];
  return list(input).filter(isRecord);
}

async function orUnavailable<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (problem) {
    const away = dependencyFailure(problem);
    if (away === undefined) throw problem;
    throw new ApiError(away, {}, { cause: problem, retryAfterSeconds: 5 });
  }
}
