const rows = Array.from({ length: 10 }, (_, index) => index);

/** Where rows will be. */
export function SkeletonRows({ first }: { readonly first: boolean }) {
  return (
    <div className="skeleton-rows">
      <p className={first ? 'unseen' : 'loading-rest'} role="status">
        {first ? 'Loading…' : 'Loading all pets…'}
      </p>
      {rows.map((row) => (
        <div key={row} className="skeleton-row" aria-hidden="true">
          <span className="skeleton" />
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      ))}
    </div>
  );
}
