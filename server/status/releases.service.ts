import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { ReleaseResponse } from '../contract/resources/status.js';
import { EgressClient } from '../core/egress/egress-client.js';
import { ApiError } from '../contract/errors/api-error.js';
import { repository } from '../core/version.js';

const TIMEOUT_MS = 8000;
const MAX_BYTES = 512 * 1024;

/** GitHub's response format, also used by Gitea and Forgejo. */
const release = z.object({
  tag_name: z.string().min(1),
  body: z.string().nullish(),
  html_url: z.url({ protocol: /^https?$/ }),
});

/** Queries the code host for the latest release, only at an administrator's request. */
@Injectable()
export class ReleasesService {
  constructor(private readonly egress: EgressClient) {}

  /**
   * @param configured URL that describes the latest release; '' = that of the repository
   * @param at URL of the repository
   * @throws ApiError release_url_missing, update_check_failed
   */
  async latest(configured: string, at = repository): Promise<ReleaseResponse> {
    if (configured === '' && at === '') throw new ApiError('release_url_missing');
    try {
      const answer = await this.egress.fetch(configured || latestReleaseOf(at), {
        method: 'GET',
        headers: { accept: 'application/json', 'user-agent': 'Tollgate' },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      });
      if (answer.status !== 200) throw new Error(`the code host answers ${answer.status}`);
      const { tag_name, body, html_url } = release.parse(JSON.parse(answer.body.toString('utf8')));
      return { tag: tag_name, notes: body ?? '', link: html_url };
    } catch (cause) {
      throw new ApiError('update_check_failed', {}, { cause });
    }
  }
}

/** https://docs.github.com/rest/releases/releases#get-the-latest-release, https://docs.gitea.com/api */
function latestReleaseOf(address: string): string {
  const { origin, hostname, pathname } = new URL(address);
  const api = hostname === 'github.com' ? 'https://api.github.com' : `${origin}/api/v1`;
  return `${api}/repos${pathname}/releases/latest`;
}
