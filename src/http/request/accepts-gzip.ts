/** Whether `Accept-Encoding` allows gzip: named, or by `*`, with a weight above zero. */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined || header === '') return false;
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    weights.set(coding, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}
