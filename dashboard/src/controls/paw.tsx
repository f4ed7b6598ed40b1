/** The mark of the house. */
export function Paw() {
  return (
    <svg className="paw" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M16 15.2c-3.3 0-6.6 3.5-6.6 6.5 0 1.9 1.5 3 3.2 3 1.3 0 2.2-.7 3.4-.7s2.1.7 3.4.7c1.7 0 3.2-1.1 3.2-3 0-3-3.3-6.5-6.6-6.5z" />
      <ellipse cx="8.3" cy="15.4" rx="2.1" ry="2.8" transform="rotate(-24 8.3 15.4)" />
      <ellipse cx="12.9" cy="10.2" rx="2.2" ry="3.1" transform="rotate(-8 12.9 10.2)" />
      <ellipse cx="19.1" cy="10.2" rx="2.2" ry="3.1" transform="rotate(8 19.1 10.2)" />
      <ellipse cx="23.7" cy="15.4" rx="2.1" ry="2.8" transform="rotate(24 23.7 15.4)" />
    </svg>
  );
}
