import type { TFunction } from 'i18next';
import { endings } from '../../server/relay/pipeline/settle/endings.js';
import { endingName } from '../../web/src/features/logs/ending-name';
import { ending as en } from '../../web/src/features/logs/texts/en';
import { ending as zh } from '../../web/src/features/logs/texts/zh';

/** The text key stands for the text. */
const t = ((key: string) => key) as unknown as TFunction;
/** Rejected requests have no log row. */
const logged = Object.values(endings).filter(({ reason }) => reason !== 'refused');

test.each(logged)('the console has a name for the ending $reason', ({ reason }) => {
  expect(endingName(reason, t)).toBe(`ending.${reason}`);
  expect(Object.keys(en)).toContain(reason);
  expect(Object.keys(zh)).toContain(reason);
});

test('reasons of imported rows are shown as they are', () => {
  expect(endingName('hung_up', t)).toBe('hung_up');
});
