import { CannotStart } from '../core/commands/cannot-start.js';
import { explainPostgres } from '../core/connections/postgres-messages.js';
import {
  replicaClient,
  replayedBy,
  requireSameInstallation,
  UnusableReplica,
} from '../core/postgres/reads/replica-probe.js';
import { checkServer } from './connect.js';

/**
 * Checks the replica at the start of a program. An unreachable one, one that is late or one that has become the primary does not stop
 * the start: reads go to the primary until it can be used.
 * @param url DATABASE_READ_URL
 * @param installation id of the primary's
 * @throws CannotStart for an address that leads to another installation, to a transaction pool, or that is refused for good
 */
export async function checkReplica(url: string, installation: string): Promise<void> {
  try {
    await checkServer(url, 'DATABASE_READ_URL');
    await checkInstallation(url, installation);
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    const isOther = error instanceof UnusableReplica && error.problem === 'other_installation';
    if (isOther) throw new CannotStart(`DATABASE_READ_URL: ${error.message}: set the address of a replica`);
    const failure = explainPostgres(error, url);
    if (failure?.passes === false)
      throw new CannotStart(`DATABASE_READ_URL: ${failure.line}`, { cause: error });
    const cause = failure?.line ?? (error instanceof Error ? error.message : String(error));
    console.error(
      `tollgate: DATABASE_READ_URL: ${cause}; lists and sums are read from the primary meanwhile`,
    );
  }
}

/** @throws UnusableReplica, or an error of the connection */
async function checkInstallation(url: string, installation: string): Promise<void> {
  const client = replicaClient(url);
  try {
    await client.connect();
    await requireSameInstallation(client, installation);
    await replayedBy(client);
  } finally {
    client.end().catch(() => undefined);
  }
}
