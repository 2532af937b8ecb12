export function RatioSection() {
  return null;
}
