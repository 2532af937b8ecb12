/**
 * Checks every response of the management API against its schema, whichever client a test uses: applications of this
 * thread have their envelope interceptor wrapped, and a test that caused a response outside its schema fails.
 */
import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { addEventHandler, getState } from 'jest-circus';
import { tap } from 'rxjs';
import { failureEnvelope, successEnvelope } from '../../server/contract/envelope.js';
import { configOf } from '../../server/core/http/route-config.js';
import { EnvelopeInterceptor } from '../../server/core/http/envelope.js';

let problems: string[] = [];

const { intercept } = EnvelopeInterceptor.prototype;
EnvelopeInterceptor.prototype.intercept = function checked(context: ExecutionContext, next: CallHandler) {
  return intercept.call(this, context, next).pipe(tap((envelope) => check(context, envelope)));
};

function check(context: ExecutionContext, envelope: unknown): void {
  const response = configOf(context.getHandler())?.response;
  if (response === undefined || 'contentType' in response) return;
  const sent = JSON.parse(JSON.stringify(envelope)) as { success: unknown };
  const schema = sent.success === true ? successEnvelope(response.data, response.extras) : failureEnvelope;
  const { error } = schema.safeParse(sent);
  if (error === undefined) return;
  const { method, url } = context.switchToHttp().getRequest<{ method: string; url: string }>();
  for (const { path, message } of error.issues)
    problems.push(`${method} ${url}: ${path.join('.')} ${message} in ${JSON.stringify(sent).slice(0, 300)}`);
}

/** Runs as a test does, then fails if a response was not as its schema says. */
addEventHandler((event) => {
  const { currentDescribeBlock: block } = getState();
  const entry =
    event.name === 'add_test'
      ? block.children.at(-1)
      : event.name === 'add_hook'
        ? block.hooks.at(-1)
        : undefined;
  if (entry === undefined || !('fn' in entry)) return;
  const { fn } = entry;
  if (!fn || fn.length > 0) return;
  entry.fn = async () => {
    await (fn as () => unknown)();
    const found = problems;
    problems = [];
    if (found.length > 0) throw new Error(`responses differ from their schemas:\n${found.join('\n')}`);
  };
});
