import styles from './icon.module.css';

const shapes = {
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20',
  close: 'M6 6l12 12M18 6 6 18',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  cart: 'M2 4h3l2.5 11h10.5l2-8H6M9 20h.01M17 20h.01',
  box: 'M12 3 4 7v10l8 4 8-4V7l-8-4ZM4 7l8 4 8-4M12 11v10',
  truck:
    'M2 6h12v10H2zM14 9h4l4 4v3h-8M6.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM17.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  list: 'M9 6h11M9 12h11M9 18h11M4 6l1 1 2-2M4 12l1 1 2-2M4 18l1 1 2-2',
  chart: 'M4 20h16M6 16V9M11 16V5M16 16v-4',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 8v4.5l3 1.5',
  pencil: 'M4 20l1-4L16 5l3 3L8 19l-4 1ZM14 7l3 3',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  check: 'M5 12.5l4.5 4.5L19 7',
  warning: 'M12 4 2.8 20h18.4L12 4ZM12 10v4M12 17h.01',
  offline:
    'M3 3l18 18M5 12.5a10 10 0 0 1 4-2.3M2 9a15 15 0 0 1 4.5-2.7M11 6a15 15 0 0 1 11 3M14.5 10.3a10 10 0 0 1 4.5 2.2M8.5 16a5 5 0 0 1 7 0M12 20h.01',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  upload: 'M12 16V5M7 9l5-5 5 5M5 20h14',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  eye: 'M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  keyboard: 'M3 7h18v10H3zM7 10.5h.01M11 10.5h.01M15 10.5h.01M17 10.5h.01M8 14h8',
  book: 'M5 4h10a4 4 0 0 1 4 4v12H8a3 3 0 0 1-3-3V4ZM5 17a3 3 0 0 1 3-3h11',
  tag: 'M4 4h8l8 8-8 8-8-8V4ZM8 8h.01',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  key: 'M8 16.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 12.5h9M18 12.5v3.5',
  people:
    'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM3 20v-1a6 6 0 0 1 12 0v1M15.5 5.4a3 3 0 0 1 0 5.2M17 14.2a6 6 0 0 1 4 4.8v1',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18',
  camera: 'M3 7V4h4M17 4h4v3M21 17v3h-4M7 20H3v-3M7 8v8M11 8v8M14 8v8M17 8v8',
  exit: 'M14 4h5v16h-5M10 8l-4 4 4 4M6 12h9',
} as const;

export type IconName = keyof typeof shapes;

/** A decorative icon, hidden from screen readers: there is always a text or a label next to it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className={styles.icon} data-name={name} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}

export function Logo() {
  return (
    <svg className={styles.logo} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M16 15.2c-3.3 0-6.6 3.5-6.6 6.5 0 1.9 1.5 3 3.2 3 1.3 0 2.2-.7 3.4-.7s2.1.7 3.4.7c1.7 0 3.2-1.1 3.2-3 0-3-3.3-6.5-6.6-6.5z" />
      <ellipse cx="8.3" cy="15.4" rx="2.1" ry="2.8" transform="rotate(-24 8.3 15.4)" />
      <ellipse cx="12.9" cy="10.2" rx="2.2" ry="3.1" transform="rotate(-8 12.9 10.2)" />
      <ellipse cx="19.1" cy="10.2" rx="2.2" ry="3.1" transform="rotate(8 19.1 10.2)" />
      <ellipse cx="23.7" cy="15.4" rx="2.1" ry="2.8" transform="rotate(24 23.7 15.4)" />
    </svg>
  );
}
