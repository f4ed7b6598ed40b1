/** Functions on fetch. Orval has no setting for an address that is known at run time, so they call ours. */
export default {
  pawstock: {
    input: '../../openapi.json',
    output: {
      target: 'generated/orval.ts',
      client: 'fetch',
      override: {
        mutator: { path: 'tours/orval-fetch.ts', name: 'callService', extension: '.js' },
      },
    },
  },
};
