/** A row of the comparison. */
export type ServerKind = {
  /** Its name on the command line. */
  readonly id: string;
  /** Its name in the table. */
  readonly name: string;
  /** A sentence for below the table. */
  readonly about: string;
  /** What it can be held to. */
  readonly stores: boolean;
  readonly authenticates: boolean;
  /** Starts it with a new store in an empty folder; resolves when it answers. */
  readonly start: (folder: string, options: StartOptions) => Promise<RunningServer>;
};

export type StartOptions = {
  readonly pets: number;
  /** A program, with its arguments, that starts the server in its place and keeps its process id. */
  readonly under?: readonly string[];
};

export type RunningServer = {
  readonly pid: number;
  /** The address of the list. An item's is this, a slash and the petId. */
  readonly list: string;
  readonly key: string;
  /** The database server that works for it, if there is one. */
  readonly databasePid?: number;
  readonly stop: () => Promise<void>;
};
