type Service = { readonly url: string };

/** Returns the value of one of the service's metrics, such as `pawstock_http_connections`. */
export async function figureOf({ url }: Service, secret: string, series: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  return figureIn(await response.text(), series);
}

export function figureIn(metrics: string, series: string): number {
  const line = metrics.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1));
}
