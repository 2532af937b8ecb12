/** One server-sent event; its name repeats the `type` of the data. */
export function frame(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
