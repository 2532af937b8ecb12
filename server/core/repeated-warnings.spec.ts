import { Logger } from '@nestjs/common';
import { RepeatedWarnings } from './repeated-warnings.js';

test('a repeated warning is logged once, and again when it is another one or came back', () => {
  const logged: string[] = [];
  const logger = new Logger('test');
  logger.warn = (message: unknown) => void logged.push(String(message));
  const warnings = new RepeatedWarnings(logger);
  for (const message of ['away', 'away', 'refused', 'away', 'away']) warnings.warn(message);
  warnings.clear();
  warnings.warn('away');
  expect(logged).toEqual(['away', 'refused', 'away', 'away']);
});
