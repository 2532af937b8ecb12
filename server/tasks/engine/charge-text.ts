import type { Price } from '../../billing/prices/price.js';
import type { TaskUnits } from '../../dialects/task-apis/task.js';

/** Names of factors in log rows. */
const RATIO_NAMES: Readonly<Record<string, string>> = {
  seconds: '时长（秒）',
  size: '尺寸倍率',
  mode: '模式倍率',
  audio: '音频倍率',
  samples: '数量',
  tier: '服务等级倍率',
  images: '输入图片倍率',
};

/** The text of the log row of an accepted task. @param id of the task; shown for drawings, whose clients refer to it */
export function chargeText(price: Price, { ratios, tokens }: TaskUnits, action: string, id: string): string {
  const parts =
    price.modelPrice === -1
      ? [`模型倍率 ${two(price.modelRatio)}`, `补全倍率 ${two(price.completionRatio)}`]
      : [`模型固定价格 ${two(price.modelPrice)}`];
  parts.push(`分组倍率 ${two(price.groupRatio)}`);
  if (tokens !== undefined && price.modelPrice === -1) parts.push(`预估 ${tokens} tokens`);
  else
    for (const [name, ratio] of Object.entries(ratios))
      parts.push(`${RATIO_NAMES[name] ?? name} ${Number(ratio.toFixed(4))}`);
  parts.push(`操作 ${action}`);
  if (id !== '') parts.push(`ID ${id}`);
  return parts.join('，');
}

function two(number: number): string {
  return number.toFixed(2);
}
