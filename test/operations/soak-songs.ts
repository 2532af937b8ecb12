import { setTimeout as sleep } from 'node:timers/promises';
import type { Member } from '../books/gateway-processes.js';
import { SunoUpstream } from '../doubles/suno-upstream.js';
import { until } from '../setup/until.js';
import type { Fleet } from './fleet.js';

/** Quota units of a song. */
const PRICE = 50_000;
const BALANCE = 2_000_000_000;
const PAUSE_MS = 500;
/** What a client may be answered while something is away; undefined: the connection broke. */
const UNAVAILABLE: readonly (number | undefined)[] = [undefined, 502, 503, 504];

/** Songs that are submitted without a pause, whatever fails; each second one fails at the provider. */
export class SoakSongs {
  readonly problems: string[] = [];
  readonly member: Member;
  private accepted = 0;
  private stopping = false;
  private running: Promise<void> = Promise.resolve();

  private constructor(
    private readonly fleet: Fleet,
    private readonly suno: SunoUpstream,
    member: Member,
  ) {
    this.member = member;
  }

  static async start(fleet: Fleet): Promise<SoakSongs> {
    const suno = await SunoUpstream.start();
    const response = await fleet.gateway.call('POST', '/api/channel/', {
      type: 36,
      name: 'songs',
      key: 'key',
      group: 'default',
      base_url: suno.url,
      models: 'suno_music',
    });
    if (!response.ok) throw new Error(await response.text());
    const songs = new SoakSongs(fleet, suno, await fleet.gateway.member(BALANCE));
    songs.running = songs.submitAll();
    return songs;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
    // Those whose client was answered by a load balancer, and does not know the id.
    for (const [id, { status }] of this.suno.tasks) if (status === 'SUBMITTED') this.suno.end(id, 'SUCCESS');
  }

  async close(): Promise<void> {
    await this.stop();
    await this.suno.close();
  }

  /**
   * Every accepted song ended as the provider says, those that failed were paid back once, and the member paid for the others.
   * Songs of a killed server whose client had an error are free.
   */
  async expectHonestBooks(): Promise<void> {
    expect(this.problems).toEqual([]);
    const { gateway } = this.fleet;
    // Submitted by a server that was killed before it had stored the provider's answer.
    await gateway.sql("UPDATE tasks SET deadline_at = now() WHERE status = 'NOT_START'");
    let open = 0;
    await until(
      async () => {
        const [row] = await gateway.sql<{ count: number }>(
          "SELECT count(*)::int AS count FROM tasks WHERE status NOT IN ('SUCCESS', 'FAILURE')",
        );
        open = row!.count;
        return open === 0;
      },
      () => `${open} tasks are open\n${this.fleet.output()}`,
    );
    const rows = await gateway.sql<{ status: string; settlement: string; count: number }>(
      'SELECT status, settlement, count(*)::int AS count FROM tasks GROUP BY 1, 2 ORDER BY 1, 2',
    );
    const count = (wanted: string) =>
      rows.find(({ status, settlement }) => `${status} ${settlement}` === wanted)?.count ?? 0;
    const paid = count('SUCCESS charged');
    // A failure without a charge is one that a killed server had submitted.
    expect(rows.filter(({ settlement }) => !['charged', 'refunded', 'none'].includes(settlement))).toEqual(
      [],
    );
    expect(count('SUCCESS charged') + count('FAILURE refunded')).toBeGreaterThanOrEqual(this.accepted);
    const [user] = await gateway.sql<{ quota: number; used: number }>(
      'SELECT quota::bigint::float AS quota, used_quota::bigint::float AS used FROM users WHERE id = $1',
      [this.member.id],
    );
    expect(user).toEqual({ quota: BALANCE - paid * PRICE, used: paid * PRICE });
  }

  private async submitAll(): Promise<void> {
    while (!this.stopping) {
      const { status, text } = await this.submit();
      if (status === 200) {
        const { data } = JSON.parse(text) as { data: string };
        this.suno.end(data, this.accepted++ % 2 === 0 ? 'SUCCESS' : 'FAILURE');
      } else if (!UNAVAILABLE.includes(status)) this.problems.push(`${status} ${text}`);
      await sleep(PAUSE_MS);
    }
  }

  private async submit(): Promise<{ status: number | undefined; text: string }> {
    try {
      const response = await fetch(`${this.fleet.nginx.url}/suno/submit/music`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${this.member.keys[0]}` },
        body: JSON.stringify({ prompt: 'la la' }),
      });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      return { status: undefined, text: String(error) };
    }
  }
}
