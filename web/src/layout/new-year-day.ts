/** Is it the first of January where the person is? */
export function isNewYear(now = new Date()): boolean {
  return now.getMonth() === 0 && now.getDate() === 1;
}
