import type { TaskResponse } from '#contract/resources/tasks/task';
import { formatTime } from '../../lib/format/format';
import { logText } from '../../text/log-text';
import { TaskCost } from '../../ui/badge/task-cost';
import type { Brief } from '../../ui/table/data-table.types';
import { Kind, State } from './task-cells';

/** A task in two lines, for phones. */
export function taskBrief({ action, task_id, quota, status, submit_time, fail_reason }: TaskResponse): Brief {
  return {
    title: <Kind action={action} />,
    value: <TaskCost quota={quota} status={status} />,
    line: `${formatTime(submit_time)} · ${logText(fail_reason) || task_id}`,
    status: <State status={status} />,
  };
}
