import type { RedemptionResponse } from '#contract/resources/redemption';
import { formatTime, maskCode } from '../../lib/format/format';
import { Quota } from '../../ui/badge/quota';
import type { Brief } from '../../ui/table/data-table.types';
import { CodeStatus } from './redemption-columns';

/** A code in two lines, for phones. */
export function redemptionBrief(code: RedemptionResponse): Brief {
  return {
    title: code.name,
    value: <Quota value={code.quota} />,
    line: `${maskCode(code.key)} · ${formatTime(code.created_time)}`,
    status: <CodeStatus status={code.status} />,
  };
}
