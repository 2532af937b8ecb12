/** Names of the fields of a multipart form, in order. */
export function fieldNames(body: Buffer): string[] {
  return [...body.toString('latin1').matchAll(/; name="([^"]*)"/g)].map(([, name = '']) => name);
}

/** Value of the first plain field of this name. */
export function fieldValue(body: Buffer, name: string): string | undefined {
  return new RegExp(`; name="${name}"\\r\\n\\r\\n(.*?)\\r\\n--`, 's').exec(body.toString('latin1'))?.[1];
}
