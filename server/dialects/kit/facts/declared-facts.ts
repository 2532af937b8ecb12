import type { Documented } from '../../canonical/conversation/accepted-text.js';
import type { UpstreamFailure } from '../../canonical/failure.js';
import type { FinishReasons } from '../../canonical/finish.js';
import type { UnknownRecord } from '../../json/lenient.js';

/**
 * What a provider documents about its responses beyond its protocol: the words and members that are its own. It is declared in
 * the provider's folder, and each entry names the page that documents it. The strict test doubles have their own copy.
 */
export interface DeclaredFacts {
  /** Finish reasons. A word that neither the provider nor its protocol nor any other provider has is `broken`. */
  readonly finish?: readonly FinishFact[];
  /** How it reports a conversation beyond the model's context window. */
  readonly tooLong?: readonly TooLongFact[];
  /** Members of its usage objects. */
  readonly usage?: readonly UsageFact[];
  /** Failures whose HTTP status does not say what to do. */
  readonly failures?: readonly FailureFact[];
}

export interface FinishFact extends Documented {
  readonly words: FinishReasons;
}

export interface TooLongFact extends Documented {
  /** Values of `error.code` or `error.type`, with any status. */
  readonly codes?: readonly string[];
  /** Messages of errors with status 400, 413, 422 or one of `statuses`. */
  readonly messages?: RegExp;
  /** Other statuses of this provider with such messages. */
  readonly statuses?: readonly number[];
  /** The words are specific enough to mean the same behind every other gateway that passes them on. */
  readonly passedOn?: true;
}

/** Token counts in OpenAI's format: sums, and parts of them. Undefined: not reported. */
export interface TokenCounts {
  /** All input, cached and audio included. */
  input?: number;
  /** All output; whether it includes reasoning depends on the provider. */
  output?: number;
  total?: number;
  /** Input read from a cache, and its audio and images. */
  cached?: number;
  cachedAudio?: number;
  cachedImage?: number;
  /** Input written to a cache. */
  written?: number;
  reasoning?: number;
  inputText?: number;
  inputAudio?: number;
  inputImage?: number;
  inputVideo?: number;
  outputText?: number;
  outputAudio?: number;
  outputImage?: number;
}

/** Where a member is: beside the sums, or in the details of the input, the output, or the cached input. */
export type Place = 'sums' | 'input' | 'output' | 'cached';

export type Medium = 'images' | 'seconds';

/** Names of members by place. */
export type Names = Readonly<Partial<Record<Place, readonly string[]>>>;

export interface UsageFact extends Documented {
  /** What a reader of a format of its own reads, by path: `tokens.input_tokens`. The other lists of counts are absent then. */
  readonly reads?: readonly string[];
  /** Names of token counts. A count with several names has the largest value: gateways set the others to 0. */
  readonly counts?: Readonly<Partial<Record<keyof TokenCounts, Names>>>;
  /** Names of the objects with the details of a place. */
  readonly details?: Readonly<Partial<Record<Exclude<Place, 'sums'>, readonly string[]>>>;
  /** Counts that are parts or repetitions of those above, or added to them by the provider: not read. `x.*`: all below `x`. */
  readonly within?: Names;
  /** Members that are no tokens: times and amounts of money. `x.*`: all below `x`. */
  readonly noTokens?: readonly string[];
  /** Names of other members of an event of a stream that have a usage object: `x.usage`. */
  readonly elsewhere?: readonly string[];
  /** In responses with media: names of the number of images that were made, and of lengths of audio in seconds. */
  readonly media?: Readonly<Partial<Record<Medium, readonly string[]>>>;
  /** Names of the prices of billed calls, by the path of their number. */
  readonly calls?: Readonly<Record<string, string>>;
  /** Billed calls whose number or price depends on several members. */
  readonly callReader?: CallReader;
  /** Objects that count the calls of all tools: items of the output repeat them. */
  readonly countsAllCalls?: readonly string[];
  readonly searchFee?: SearchFee;
  /** Its output count excludes reasoning, which only the total contains. */
  readonly reasoning?: 'beside-output';
}

export interface CallReader {
  /** Paths of what it reads; `x.*`: all below `x`. */
  readonly paths: readonly string[];
  /** @returns names of prices, with the numbers of calls as they are reported */
  readonly read: (usage: UnknownRecord) => Iterable<readonly [tool: string, calls: unknown]>;
}

/** A fee of each request that searches, by how much it reads of what it finds. */
export interface SearchFee {
  /** The member that states the size, and its values. */
  readonly size: string;
  readonly sizes: readonly string[];
  /** An object of amounts, and the amount that is 0 if the request did not search. */
  readonly cost: string;
  readonly fee: string;
}

export interface FailureFact extends Documented {
  /** Values of `error.code` or `error.type`; absent: any. */
  readonly codes?: readonly string[] | RegExp;
  /** HTTP status; absent: any. */
  readonly status?: number;
  readonly message?: RegExp;
  readonly means: FailureMeaning;
  /** Other gateways pass the codes on, and no other provider means something else by them: they disable every channel. */
  readonly passedOn?: true;
}

/** What replaces the parts of a failure that follow from its HTTP status. */
export type FailureMeaning = Partial<
  Pick<UpstreamFailure, 'status' | 'kind' | 'code' | 'retryable' | 'disables'>
>;
