import type { CanonicalEvent } from '../../../dialects/canonical/events.js';
import type { UpstreamFailure } from '../../../dialects/canonical/failure.js';
import type { Frame, NativeCodec } from '../../../dialects/kit/provider.js';
import { errorEventAt } from '../../upstream/error-events.js';
import { frameEnd, framesIn, frameStart } from '../../upstream/sse.js';

type Read = (frame: Frame) => CanonicalEvent[];

/** A failure that the provider reports in one of the events of a passed stream. */
export interface ReportedFailure {
  /** Offset of the event. */
  readonly at: number;
  readonly failure: UpstreamFailure;
}

/**
 * The first error event in complete events; undefined if there is none.
 * @param read reads the events that may report one
 */
export function reportedError(region: Buffer, read: Read): ReportedFailure | undefined {
  for (let at = errorEventAt(region, 0); at !== -1;) {
    const end = frameEnd(region, at);
    const failure = failureOf(region.subarray(at, end), read);
    if (failure) return { at, failure };
    at = errorEventAt(region, end);
  }
  return undefined;
}

/**
 * The first finish in complete events by which the provider reports that it broke the response off; undefined if there is
 * none.
 * @param found offset of the first finish reason that is not the protocol's own
 * @param reader creates a reader: one that has not seen all events could take calls for incomplete ones
 * @param readToo also gets the event with the failure, for its usage
 */
export function brokenFinish(
  region: Buffer,
  found: number,
  finish: NonNullable<NativeCodec['finish']>,
  reader: () => Read,
  readToo: Read,
): ReportedFailure | undefined {
  for (let at = found; at !== -1;) {
    const start = frameStart(region, at);
    const end = frameEnd(region, start);
    const event = region.subarray(start, end);
    const failure = failureOf(event, reader());
    if (failure) {
      failureOf(event, readToo);
      return { at: start, failure };
    }
    at = finish.foreignAt(region, end);
  }
  return undefined;
}

function failureOf(event: Buffer, read: Read): UpstreamFailure | undefined {
  const events = Array.from(framesIn(event)).flatMap((frame) => eventsOf(read, frame));
  return events.findLast((reported) => reported.type === 'error')?.failure;
}

/** The events of a frame; frames that are not valid JSON are passed on to the client but not counted. */
export function eventsOf(read: Read, frame: Frame): CanonicalEvent[] {
  try {
    return read(frame);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
