import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Author',
  GIT_AUTHOR_EMAIL: 'author@example.com',
  GIT_COMMITTER_NAME: 'Author',
  GIT_COMMITTER_EMAIL: 'author@example.com',
};

/** A git repository in a temporary folder. Files are given with their content, null to delete them. */
export class Repository {
  private constructor(readonly folder: string) {}

  static create(): Repository {
    const repository = new Repository(mkdtempSync(path.join(tmpdir(), 'tollgate-git-')));
    repository.git('init', '-q', '-b', 'main');
    return repository;
  }

  /** @param args of `git clone`; the source is an address, since git ignores `--depth` for a path */
  static clone(source: Repository, ...args: string[]): Repository {
    const folder = mkdtempSync(path.join(tmpdir(), 'tollgate-git-'));
    const clone = new Repository(folder);
    clone.git('clone', '-q', ...args, `file://${source.folder}`, '.');
    return clone;
  }

  /** @throws Error with git's message */
  git(...args: string[]): string {
    return this.#git(args);
  }

  #git(args: string[], input?: string): string {
    const { status, stdout, stderr } = spawnSync('git', args, {
      cwd: this.folder,
      env: ENVIRONMENT,
      encoding: 'utf8',
      input,
    });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    return stdout.trim();
  }

  write(files: Record<string, string | null>): void {
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(this.folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      if (content === null) rmSync(file);
      else writeFileSync(file, content);
    }
  }

  /** @returns the hash of the commit */
  commit(message: string, files: Record<string, string | null> = {}): string {
    this.write(files);
    this.git('add', '--all');
    this.git('commit', '-q', '--allow-empty', '-m', message);
    return this.git('rev-parse', 'HEAD');
  }

  /** Commits on main that change nothing. */
  emptyCommits(count: number): void {
    const commits = Array.from({ length: count }, (_, number) =>
      [
        'commit refs/heads/main',
        `committer Author <author@example.com> ${1_800_000_000 + number} +0000`,
        'data 5',
        'docs:',
        ...(number === 0 ? ['from refs/heads/main^0'] : []),
        '',
      ].join('\n'),
    );
    this.#git(['fast-import', '--quiet'], commits.join('\n'));
  }

  /** A commit on the newest one whose tree is that of an older one, with changes of its own. */
  commitOnTreeOf(tree: string, message: string, files: Record<string, string | null>): string {
    this.git('read-tree', '--reset', '-u', tree);
    return this.commit(message, files);
  }

  /** Runs a script of the project in the repository. */
  run(script: string, ...args: string[]): { status: number | null; output: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.resolve(script), ...args], {
      cwd: this.folder,
      env: ENVIRONMENT,
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
