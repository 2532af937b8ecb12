import { setTimeout as sleep } from 'node:timers/promises';
import type { Member } from '../books/gateway-processes.js';
import { SunoUpstream } from '../doubles/suno-upstream.js';
import { until } from '../setup/until.js';
import type { Fleet } from './fleet.js';

/** Quota units of a song, and of a redemption code. */
const SONG_PRICE = 50_000;
const CODE_QUOTA = 1000;
const BALANCE = 1_000_000_000;
const PAUSE_MS = 150;

/** Songs, and redemption codes that are made and redeemed, each through whichever server nginx chooses, until `stop`. */
export class OtherTraffic {
  readonly problems: string[] = [];
  private stopping = false;
  private loops: Promise<void>[] = [];
  private submitted = 0;
  private redeemed = 0;
  /** Made by the release that was there first. */
  private readonly earlyCodes: string[] = [];

  private constructor(
    private readonly fleet: Fleet,
    private readonly suno: SunoUpstream,
    readonly member: Member,
  ) {}

  /** @param songs whether the release that is there first serves tasks */
  static async start(fleet: Fleet, songs: boolean): Promise<OtherTraffic> {
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
    const traffic = new OtherTraffic(fleet, suno, await fleet.gateway.member(BALANCE));
    traffic.earlyCodes.push(...(await traffic.makeCodes(100)));
    traffic.loops = [traffic.repeat(() => traffic.redeemCodes())];
    if (songs) traffic.loops.push(traffic.repeat(() => traffic.submitSong()));
    return traffic;
  }

  /** Waits for what is under way. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.loops);
  }

  async close(): Promise<void> {
    await this.stop();
    await this.suno.close();
  }

  /** All calls succeeded, each song that failed was paid back once, and each code was credited once. */
  async expectAllDone(): Promise<void> {
    expect(this.problems).toEqual([]);
    const { gateway } = this.fleet;
    let open = 0;
    await until(
      async () => {
        const rows = await gateway.sql<{ count: number }>(
          "SELECT count(*)::int AS count FROM tasks WHERE status NOT IN ('SUCCESS', 'FAILURE')",
        );
        open = rows[0]!.count;
        return open === 0;
      },
      () => `${open} tasks are open\n${this.fleet.output()}`,
    );
    await gateway.quiet();
    const songs = [...this.suno.tasks.values()];
    expect(songs).toHaveLength(this.submitted);
    const paid = songs.filter(({ status }) => status === 'SUCCESS').length * SONG_PRICE;
    const [user] = await gateway.sql<{ quota: number; used: number }>(
      'SELECT quota::int, used_quota::int AS used FROM users WHERE id = $1',
      [this.member.id],
    );
    expect(user).toEqual({ quota: BALANCE - paid, used: paid });
    const [credited] = await gateway.sql<{ count: number; quota: number }>(
      "SELECT count(*)::int AS count, sum(delta)::int AS quota FROM ledger_entries WHERE kind = 'redemption'",
    );
    expect(credited).toEqual({ count: this.redeemed, quota: this.redeemed * CODE_QUOTA });
  }

  private async repeat(step: () => Promise<void>): Promise<void> {
    while (!this.stopping) {
      await step().catch((error: unknown) => this.problems.push(String(error)));
      await sleep(PAUSE_MS);
    }
  }

  private async submitSong(): Promise<void> {
    const response = await fetch(`${this.fleet.nginx.url}/suno/submit/music`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.member.keys[0]}` },
      body: JSON.stringify({ prompt: 'la la' }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`song: ${response.status} ${text}`);
    const { data } = JSON.parse(text) as { data: string };
    this.suno.end(data, this.submitted++ % 2 === 0 ? 'SUCCESS' : 'FAILURE');
  }

  /** One that the first release made and one that was made just now. */
  private async redeemCodes(): Promise<void> {
    for (const key of [this.earlyCodes.pop(), ...(await this.makeCodes(1))]) {
      if (key === undefined) continue;
      await this.manage('/api/user/topup', { key });
      this.redeemed++;
    }
  }

  private makeCodes(count: number): Promise<string[]> {
    return this.manage<string[]>('/api/redemption/', { name: 'gift', quota: CODE_QUOTA, count });
  }

  private async manage<T>(path: string, body: object): Promise<T> {
    const response = await this.fleet.gateway.call('POST', path, body, 1, this.fleet.nginx.url);
    const answer = (await response.json()) as { success: boolean; message: string; data: T };
    if (!answer.success) throw new Error(`${path}: ${response.status} ${answer.message}`);
    return answer.data;
  }
}
