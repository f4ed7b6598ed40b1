/** Whether the host of a URL is this computer itself, such as localhost. */
export function isLoopback({ hostname }: Pick<URL, 'hostname'>): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Whether others on the network can read what is sent to this URL, because it is plain HTTP to
 * another computer.
 */
export function isReadableOnTheWay(url: URL): boolean {
  return url.protocol === 'http:' && !isLoopback(url);
}
