import { chat } from '../../features/chat/texts/en';
import { shortcuts } from '../../features/shortcuts/texts/en';
import { timeRange } from '../../ui/time-range/texts/en';
import type { SomeTexts } from '../texts';
import { bulk } from './bulk';
import { exporting, views } from './common';

/** What the pages of the console share; the texts of a page stand in its feature. */
export const texts: SomeTexts = { export: exporting, views, bulk, chat, shortcuts, timeRange };

export { logTexts } from './log-texts';
