import 'dayjs/locale/zh-cn.js';
import { chat } from '../../features/chat/texts/zh';
import { shortcuts } from '../../features/shortcuts/texts/zh';
import { timeRange } from '../../ui/time-range/texts/zh';
import { bulk } from './bulk';
import { exporting, views } from './common';

/** What the pages of the console share; the texts of a page stand in its feature. */
export const texts = { export: exporting, views, bulk, chat, shortcuts, timeRange } as const;
