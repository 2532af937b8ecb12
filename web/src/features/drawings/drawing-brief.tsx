import type { DrawingResponse } from '#contract/resources/tasks/drawing';
import { formatTime } from '../../lib/format/format';
import { logText } from '../../text/log-text';
import { TaskCost } from '../../ui/badge/task-cost';
import type { Brief } from '../../ui/table/data-table.types';
import { KindBadge, StateBadge } from './drawing-badges';

/** A drawing in two lines, for phones. Its state is for administrators, as in the table. */
export function drawingBrief(drawing: DrawingResponse, admin: boolean): Brief {
  const { prompt, mj_id, quota, status, submit_time, action, progress, fail_reason } = drawing;
  return {
    title: prompt || mj_id,
    value: <TaskCost quota={quota} status={status} />,
    line: `${formatTime(submit_time / 1000)} · ${logText(fail_reason) || progress}`,
    status: admin ? <StateBadge status={status} /> : <KindBadge action={action} />,
  };
}
