import { withQuery } from '../../lib/api/api';
import type { Span } from './dashboard.types';

interface Drill extends Span {
  model?: string;
  username?: string;
}

const CONSUMPTION = 2;

/** Path of the usage log, filtered to the calls behind a bar or slice. */
export function logPath({ start, end, model, username }: Drill): string {
  return withQuery('/log', { start, end, type: CONSUMPTION, model_name: model, username });
}
