import { idText, parseLargeIntegers } from '../../json/large-integers.js';
import type { TaskCodec } from '../../task-apis/task.js';
import type { Target } from '../../kit/provider.js';
import { readAcceptance } from './acceptance.js';
import { readTasks } from './reports.js';

/** Tasks that one call asks for. */
const BATCH = 100;

/** The API of https://github.com/novicezk/midjourney-proxy/blob/main/docs/api.md and its edition "plus". */
export const midjourneyTasks: TaskCodec = {
  submit({ fields, drawing, units }, target) {
    const prefix = target.drawingModePrefix && drawing?.mode ? `/mj-${drawing.mode}` : '';
    return {
      call: {
        method: 'POST',
        url: `${target.baseUrl}${prefix}/mj/${drawing?.route ?? ''}`,
        headers: headers(target),
        body: Buffer.from(JSON.stringify({ ...fields, ...target.override })),
      },
      units,
    };
  },
  parse: parseLargeIntegers,
  accepted: readAcceptance,
  query: {
    batch: BATCH,
    request: (tasks, target) => ({
      method: 'POST',
      url: `${target.baseUrl}/mj/task/list-by-condition`,
      headers: headers(target),
      body: Buffer.from(JSON.stringify({ ids: [...new Set(tasks.map(({ upstreamId }) => upstreamId))] })),
    }),
    read: readTasks,
  },
  seed: ({ upstreamId }, target) => ({
    method: 'GET',
    url: `${target.baseUrl}/mj/task/${encodeURIComponent(idText(upstreamId))}/image-seed`,
    headers: headers(target),
  }),
};

/** The secret of the proxy is not sent as `Authorization`. */
function headers({ key, headers: { accept } }: Target): Record<string, string> {
  return {
    'mj-api-secret': key,
    'content-type': 'application/json',
    accept: accept || 'application/json',
  };
}
