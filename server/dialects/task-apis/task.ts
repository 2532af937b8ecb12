import type { TaskFactorName, VideoTerms } from '../../contract/task-terms.js';
import type { UpstreamFailure } from '../canonical/failure.js';
import type { UnknownRecord } from '../json/lenient.js';
import type { Form } from '../operations/form.js';
import type { Target } from '../kit/target.js';
import type { UpstreamCall } from '../kit/upstream-call.js';
import type { DrawingDetails } from './midjourney.js';

/*
 * Asynchronous tasks: work of minutes that is submitted, polled, and charged or refunded by its result. As with all
 * dialects, nothing here performs calls, waits or handles money.
 */

/** Families of tasks; each has client APIs of its own. */
export type TaskFamily = 'drawing' | 'music' | 'video';

/** `UNKNOWN`: the upstream may have accepted the task, its response was not received. SUCCESS and FAILURE are final. */
export type TaskStatus =
  'NOT_START' | 'SUBMITTED' | 'QUEUED' | 'IN_PROGRESS' | 'MODAL' | 'UNKNOWN' | 'SUCCESS' | 'FAILURE';

/** What a client wants to have done. */
export interface TaskRequest {
  readonly family: TaskFamily;
  /** The name that prices and channels use. */
  readonly model: string;
  /** Kind of work, such as IMAGINE, MUSIC or textGenerate. */
  readonly action: string;
  /** Members of the JSON body, or the text fields of the form. */
  readonly fields: UnknownRecord;
  /** Set if the request is a form. */
  readonly form?: Form;
  /** Shown in lists, usually the prompt. */
  readonly input: string;
  /** Names whose price replaces that of the model. The first one that has a configured price applies. */
  readonly pricedAs?: readonly string[];
  /** Estimate for the reservation; the submission has the exact units. */
  readonly units: TaskUnits;
  /** The finished task that this one changes, as its provider knows it. */
  readonly origin?: QueriedTask;
  /** Set for drawings. */
  readonly drawing?: DrawingDetails;
}

/** From what a task's price is computed. */
export interface TaskUnits {
  /**
   * Factors of the price per call by their name, such as `{ seconds: 8, size: 1.5 }`; each at least 0. The price of a model
   * with the factor `seconds` is that of one second.
   */
  readonly ratios: Readonly<Record<string, number>>;
  /** Values that the request chose, also those at the usual price; operators may price them otherwise. */
  readonly options?: Readonly<Partial<Record<TaskFactorName, string>>>;
  /** Estimated tokens, for models priced by token; the ratios apply to models with a price per call. */
  readonly tokens?: number;
}

/** How a provider carries out tasks of one family. */
export interface TaskCodec {
  /**
   * The call that submits a task, and the units of exactly what it requests.
   * @throws ApiError 400 (convert_request_failed / unsupported_parameter) if this dialect cannot express the request
   */
  submit(request: TaskRequest, target: Target): TaskSubmission;
  /**
   * The upstream does not fetch images from their addresses: the gateway downloads them and replaces the addresses by
   * `data:` URLs before `submit`. Absent: it does.
   */
  readonly mustFetch?: true;
  /** Parses responses where JSON.parse would lose digits of ids. @throws SyntaxError */
  parse?(json: string): unknown;
  /** Reads the JSON of a 2xx response. @throws UpstreamError for an error inside it, or an unusable body */
  accepted(body: unknown, request: TaskRequest): TaskAcceptance | TaskRefusal;
  readonly query: TaskQuery;
  /** What the price of a model depends on; for price lists. @param model upstream name */
  terms?(model: string): VideoTerms;
  /** Asks for the seed of a finished drawing; absent if the provider has no such call. */
  seed?(task: QueriedTask, target: Target): UpstreamCall;
  /** Cancels a running task; absent if the provider has no such call. */
  cancel?(task: QueriedTask, target: Target): UpstreamCall;
  /** Deletes a finished task and its files at the provider; absent if the provider has no such call. */
  remove?(task: QueriedTask, target: Target): UpstreamCall;
  /**
   * The call for a file of a finished task whose `url` only the channel's key can read. Absent, or undefined: the file is
   * public.
   */
  file?(url: string, target: Target): UpstreamCall | undefined;
  /** Address of another representation of the file, for `file`; undefined: there is none. */
  variant?(url: string, name: VideoVariant): string | undefined;
  /** For files whose address has to be asked for, as it expires: the question, and the address in its answer. */
  locate?(url: string, target: Target): FileQuestion | undefined;
  /**
   * For files that are part of a JSON response: the call, and the file in its answer.
   */
  embedded?(url: string, target: Target): EmbeddedFile | undefined;
}

/** Images of a video: https://platform.openai.com/docs/api-reference/videos/content */
export type VideoVariant = 'thumbnail' | 'spritesheet';

export interface FileQuestion {
  readonly call: UpstreamCall;
  /** '' if the answer has no address. @throws UpstreamError for an error inside a 2xx body */
  read(body: unknown): string;
}

export interface EmbeddedFile {
  readonly call: UpstreamCall;
  /** Undefined if the answer has no such file. */
  read(body: unknown): { readonly mediaType: string; readonly bytes: Buffer } | undefined;
}

export interface TaskSubmission {
  readonly call: UpstreamCall;
  readonly units: TaskUnits;
}

/** The upstream took the task. */
export interface TaskAcceptance {
  readonly kind: 'accepted';
  /** The upstream's id; '' for work that is complete with its submission. */
  readonly upstreamId: string;
  /** What the response already says about the task. */
  readonly report?: TaskReport;
  /** Response for the client, where its format is that of the upstream. */
  readonly body?: unknown;
  /** False where this step is free of charge. Absent: it is charged. */
  readonly charged?: boolean;
  /** The upstream says that the task existed before. A task of the same user and action is then not stored again. */
  readonly existed?: true;
}

/** The upstream refused the task for a reason of the request; nothing is charged and no other channel is tried. */
export interface TaskRefusal {
  readonly kind: 'refused';
  readonly reason: string;
  /** Response for the client, where its format is that of the upstream. */
  readonly body?: unknown;
  /** The channel is out of order: it is disabled for this reason. */
  readonly disables?: string;
  /** Result code of a drawing. */
  readonly code?: number;
}

/** Asks for the state of running tasks. */
export interface TaskQuery {
  /** Maximum number of tasks in one call. */
  readonly batch: number;
  /** @param tasks at most `batch` */
  request(tasks: readonly QueriedTask[], target: Target): UpstreamCall;
  /**
   * Reports by upstream id; tasks that are missing keep running.
   * @throws UpstreamError for an unusable body, or an error that is not about a task
   */
  read(body: unknown, tasks: readonly QueriedTask[]): readonly TaskReport[];
  /** Maximum size of an answer in bytes. Absent: 5 MB. */
  readonly maxBytes?: number;
  /** Whether an error says that the task itself has failed, for calls that ask for one task. Absent: none does. */
  hasFailed?(failure: UpstreamFailure): boolean;
}

/** A running task as its provider needs it. */
export interface QueriedTask {
  readonly upstreamId: string;
  readonly action: string;
  /** Upstream model name. */
  readonly model: string;
}

/** What an upstream says about a task. Absent members are not reported and remain as they are. */
export interface TaskReport {
  readonly upstreamId: string;
  /** Undefined for states that this release does not know: such tasks keep running. */
  readonly status?: TaskStatus;
  /** Text such as `40%`. */
  readonly progress?: string;
  readonly failReason?: string;
  /** Unix milliseconds. */
  readonly startTime?: number;
  /** Unix milliseconds. */
  readonly finishTime?: number;
  /** Files that the task produced. */
  readonly results?: readonly TaskResult[];
  /** The upstream's own description, shown to the client; without embedded files. */
  readonly data?: unknown;
  /** Columns that only drawings have. */
  readonly drawing?: DrawingReport;
  /** Actual use, for models that are charged by it. */
  readonly tokens?: number;
}

export interface TaskResult {
  readonly url: string;
  readonly kind: 'video' | 'image' | 'audio' | 'thumbnail';
}

/** Texts of a drawing; buttons and properties are JSON. */
export interface DrawingReport {
  /** Result code of the submission. */
  readonly code?: number;
  readonly promptEn?: string;
  readonly description?: string;
  readonly state?: string;
  readonly imageUrl?: string;
  readonly buttons?: string;
  readonly properties?: string;
}

export function isFinal(status: string): boolean {
  return status === 'SUCCESS' || status === 'FAILURE';
}

/** Units of tasks at a fixed price. */
export const ONE_CALL: TaskUnits = { ratios: {} };

/** The factor on the price per call. */
export function callsOf({ ratios }: TaskUnits): number {
  return Object.values(ratios).reduce((product, ratio) => product * ratio, 1);
}
