import type { Redis } from 'ioredis';
import type { Vault } from '../../core/crypto.js';
import { dependencyError } from '../../core/http/dependency-failure.js';
import { isRecord, list, record, type UnknownRecord } from '../../dialects/json/lenient.js';
import { RECORD_PREFIXES, SealedRecords } from './sealed-records.js';

const MIB = 1024 * 1024;

/** A translated response of the Responses API with its conversation. */
export interface StoredResponse {
  /** Items of the request in order, beginning with those of the responses it continues. */
  readonly input: readonly UnknownRecord[];
  readonly response: UnknownRecord;
  /** Items of the response. */
  readonly output: readonly UnknownRecord[];
}

/**
 * Stores translated responses, which no upstream stores, for a day, so that requests can continue from them by
 * `previous_response_id` and `item_reference` and clients can retrieve them.
 */
export class StoredResponses {
  private readonly records: SealedRecords;

  constructor(redis: Redis, vault: Vault) {
    this.records = new SealedRecords(redis, vault, RECORD_PREFIXES.responses, {
      seconds: 24 * 3600,
      plainBytes: 8 * MIB,
      sealedBytes: 2 * MIB,
      ownerBytes: 32 * MIB,
      ownerEntries: 1000,
    });
  }

  /**
   * Stores a response for `find`.
   * @param input JSON text of the request's `input`
   * @param response the response as sent to the client
   */
  async store(userId: number, id: string, input: Buffer, response: object): Promise<void> {
    const content = Buffer.concat([
      Buffer.from('{"input":'),
      input,
      Buffer.from(`,"response":${JSON.stringify(response)}}`),
    ]);
    await this.records.store(userId, [{ id, content }]);
  }

  /** Returns this user's stored responses among `ids`. @throws ApiError 503 if Redis is unavailable */
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

  /** @returns whether the response existed. @throws ApiError 503 if Redis is unavailable */
  forget(userId: number, id: string): Promise<boolean> {
    return orUnavailable(this.records.remove(userId, id));
  }
}

/** Items of `input`; a string is one user message. */
export function inputItems(input: unknown): UnknownRecord[] {
  if (typeof input === 'string')
    return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }];
  return list(input).filter(isRecord);
}

async function orUnavailable<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (problem) {
    throw dependencyError(problem) ?? problem;
  }
}
