import { isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';

/** Status of the last frame of a response. */
const LAST = 2;

/** A frame as a chunk in OpenAI's format. Errors are frames with a code, and are the last ones. */
export function normalize(frame: UnknownRecord): UnknownRecord {
  const header = record(frame.header);
  if (header.code !== 0) return { error: { message: text(header.message), code: header.code } };
  const { choices, usage } = record(frame.payload);
  const { text: parts, status } = record(choices);
  const sid = text(header.sid);
  const deltas = list(parts).map((part) => deltaOf(record(part), sid));
  return {
    id: sid,
    choices: (deltas.length > 0 ? deltas : [{}]).map((delta, index) => ({
      index: 0,
      delta,
      finish_reason: status === LAST && index === Math.max(deltas.length - 1, 0) ? 'stop' : null,
    })),
    // Only the last frame has usage.
    usage: record(usage).text,
  };
}

/** Errors are last frames, too. */
export function isLast(frame: UnknownRecord): boolean {
  const { code } = record(frame.header);
  return code !== 0 || record(record(frame.payload).choices).status === LAST;
}

function deltaOf(
  { content, reasoning_content: reasoning, function_call: call }: UnknownRecord,
  sid: string,
): object {
  return {
    content,
    reasoning_content: reasoning,
    ...(isRecord(call) && {
      tool_calls: [
        {
          index: 0,
          id: `call_${sid}`,
          type: 'function',
          function: { name: call.name, arguments: call.arguments },
        },
      ],
    }),
  };
}
