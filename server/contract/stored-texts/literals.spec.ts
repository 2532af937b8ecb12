import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const HAN = /\p{Script=Han}/u;
const ROOT = process.cwd();

/** Where Chinese texts may stand: tables in both languages, and what is sent and not stored. */
const ALLOWED: readonly RegExp[] = [
  /^server\/contract\/(stored-texts|errors|options|languages)\b/,
  // Names and form texts in both languages, and words of the providers' own errors.
  /^server\/dialects\/(kit|providers)\//,
  // Mails and notices.
  /^server\/notifications\/(channels|texts)\//,
  /^server\/users\/own-account\/notification-settings\.controller\.ts$/,
  // Answers that clients of the compatible API compare or show.
  /^server\/(options\/options|users\/own-account|users\/invitations|setup\/setup)\.controller\.ts$/,
  /^server\/tasks\/(drawing\/drawing-(errors|routes|submissions)|music\/music-routes|video\/video-routes)\.ts$/,
];

function sources(): string[] {
  return ['server', 'worker'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts')),
  );
}

/** Texts in the code of a file, without its comments. */
function chineseTexts(file: string): string[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  if (!HAN.test(source)) return [];
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isTemplateHead(node))
      if (HAN.test(node.text)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest));
  return found;
}

test('the server stores Chinese texts of the catalogue alone', () => {
  const found = sources()
    .filter((file) => !ALLOWED.some((allowed) => allowed.test(file)))
    .flatMap((file) => chineseTexts(file).map((text) => `${file}: ${text}`));
  expect(found).toEqual([]);
});

test('every exception has Chinese texts', () => {
  const files = sources().filter((file) => HAN.test(readFileSync(path.join(ROOT, file), 'utf8')));
  for (const allowed of ALLOWED)
    expect([allowed, files.some((file) => allowed.test(file))]).toEqual([allowed, true]);
});
