import { ConsoleLogger, type ConsoleLoggerOptions } from '@nestjs/common';

/** Logger contexts of Nest's own start-up messages. */
const WIRING = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory']);

/** Nest's logger without the messages for every module and route at each start. */
export class AppLogger extends ConsoleLogger {
  constructor(options: ConsoleLoggerOptions) {
    // Files and log collectors need plain text. `isTTY` is undefined there, and Nest would enable colours for
    // undefined.
    super({ colors: process.stdout.isTTY === true, ...options });
  }

  override log(message: unknown, ...rest: unknown[]): void {
    const context = rest.at(-1);
    if (typeof context === 'string' && WIRING.has(context)) return;
    super.log(message, ...rest);
  }
}
