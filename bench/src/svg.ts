/** Charts as plain SVG: no script, readable on a light and on a dark page, and described for those who cannot see it. */

export const width = 760;

type Svg = { readonly title: string; readonly description: string; readonly height: number; readonly body: string };

export function svg({ title, description, height, body }: Svg): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">${escaped(title)}</title>
<desc id="desc">${escaped(description)}</desc>
<style>
text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
.title { font-size: 16px; font-weight: 600 }
.head { font-weight: 600 }
.tick { font-size: 12px; fill: #59636e }
.own { fill: #0a7d5a }
.other { fill: #8c959f }
.pale { opacity: 0.45 }
.grid { stroke: #d1d9e0; stroke-width: 1 }
.line path { fill: none; stroke-width: 2 }
.line.own path { stroke: #0a7d5a }
.line.other path { stroke: #8c959f; stroke-dasharray: 5 4 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .tick { fill: #9198a1 }
  .own { fill: #3fb68b }
  .other { fill: #6e7681 }
  .grid { stroke: #3d444d }
  .line.own path { stroke: #3fb68b }
  .line.other path { stroke: #6e7681 }
}
</style>
<text class="title" x="16" y="28">${escaped(title)}</text>
${body}</svg>
`;
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
